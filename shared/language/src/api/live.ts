import * as z from 'zod'

/** How long ago the listener's page was loaded: what has changed since then is sent first. */
export const LiveQuery = z.object({
  ageMs: z
    .string()
    .regex(/^\d{1,12}$/, 'A whole number of milliseconds is expected')
    .transform(Number)
    .optional(),
})

/** The kinds of things that can change; `all` is sent when it is not known what was missed. */
export type LiveKind = 'product' | 'stock' | 'order' | 'user' | 'dashboard' | 'all'

/**
 * One message of GET /api/live: this has changed, fetch it again. Sent once the read models show it. Each has an event
 * id; a listener that reconnects with it as `Last-Event-ID` is sent what it missed.
 */
export type LiveMessage = { kind: LiveKind; id: string }
