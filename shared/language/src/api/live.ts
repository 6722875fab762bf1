import * as z from 'zod'

/** How long ago the listener began to ask for what it shows: what has changed since then is told first. */
export const LiveQuery = z.object({
  ageMs: z
    .string()
    .regex(/^\d{1,12}$/, 'A whole number of milliseconds is expected')
    .transform(Number)
    .optional(),
})

/** What can change before somebody's eyes; `all` is told when nobody knows any more what was missed. */
export type LiveKind = 'product' | 'stock' | 'order' | 'user' | 'dashboard' | 'all'

/**
 * One message of GET /api/live: this changed, ask for it again. Sent once the read models show it. Each has an event
 * id, and who comes back with it as `Last-Event-ID` is told what they missed.
 */
export type LiveMessage = { kind: LiveKind; id: string }
