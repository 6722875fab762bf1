import * as z from 'zod'
import { defineEvent, type EventOf } from './event.ts'

/**
 * This event may occur in any stream. A command with the client's own Idempotency-Key was handled and changed nothing. The event makes the
 * key known, so that a late retry does not act on later changes. It changes no state and no document.
 */
export const NothingChanged = defineEvent('NothingChanged', {
  says: 'A repeatable request came, and nothing had to be done.',
  schema: z.object({ command: z.string() }),
})

export const commandEvents = [NothingChanged] as const
export type CommandEvent = EventOf<(typeof commandEvents)[number]>
