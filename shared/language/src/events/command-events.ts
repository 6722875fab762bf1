import * as z from 'zod'
import { defineEvent } from './event.ts'

/**
 * May occur in any stream. The event stores the client's own Idempotency-Key, so that a late repeat of the command does not undo later
 * changes.
 */
export const NothingChanged = defineEvent('NothingChanged', {
  says: 'A command with an Idempotency-Key changed nothing.',
  schema: z.object({ command: z.string() }),
})

export const commandEvents = [NothingChanged] as const
