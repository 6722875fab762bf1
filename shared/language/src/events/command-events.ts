import * as z from 'zod'
import { defineEvent, type EventOf } from './event.ts'

/**
 * In any stream: a command came under its sender's own Idempotency-Key, and nothing had to be done. So it is known when
 * it is tried again late, and does not act on what came after. No state and no document changes by it.
 */
export const NothingChanged = defineEvent('NothingChanged', {
  says: 'A repeatable request came, and nothing had to be done.',
  schema: z.object({ command: z.string() }),
})

export const commandEvents = [NothingChanged] as const
export type CommandEvent = EventOf<(typeof commandEvents)[number]>
