import * as z from 'zod'
import { asItIs } from '../events/bought.ts'
import { defineEvent, type EventOf } from '../events/event.ts'

/** The event has only settings that are no secret: no address, name or key. */
export const ShopStarted = defineEvent('ShopStarted', {
  says: 'The shop was started. The event has the release, the read models and the settings.',
  schema: z.object({
    /** The operator's name for the release, or the version of the package. */
    release: z.string(),
    /** The names of the read models with their numbers, such as `orders@3`. */
    readModels: z.array(z.string()),
    settings: z.object({
      processes: z.enum(['one', 'several']),
      log: z.enum(['file', 'server']),
      production: z.boolean(),
      testPayments: z.boolean(),
      /** Whether the payments are in PayPal's sandbox. Absent with test payments, and in starts from before this field existed. */
      sandbox: z.boolean().exactOptional(),
      /** Absent in starts from before this field existed. */
      mailServer: z.boolean().exactOptional(),
      checkoutTtlSeconds: z.int().positive(),
      rateLimits: z.boolean(),
      demo: z.boolean(),
      analysis: z.boolean(),
    }),
    startedAt: z.string(),
  }),
  upcasters: [asItIs, asItIs],
})

export const shopEvents = [ShopStarted] as const
export type ShopStartedEvent = EventOf<(typeof shopEvents)[number]>

export const SHOP_STREAM = 'shop'
