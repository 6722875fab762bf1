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

/** One NothingChanged marks an Idempotency-Key as used, for a command whose own stream depends on the request's body. */
export const requestStream = (commandId: string) => `request-${commandId}`

export const commandEvents = [NothingChanged] as const
