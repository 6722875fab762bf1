import * as z from 'zod'
import { defineEvent, type EventOf } from '../events/event.ts'

/*
 * One stream adds up the unpaid pieces of one network on one day (decisions K1: budgets of holds). `clientKey` and `networkKey` are digests
 * of the client and its network, made with a secret of that day. Two days later the secret is destroyed, and then the digests identify no
 * client.
 */

/** `over`: earlier checkouts that no longer count, because they hold no pieces or because this checkout replaces them. */
export const HoldCounted = defineEvent('HoldCounted', {
  says: 'The unpaid pieces of a checkout now count against the limits of its client and its network. The pieces of the checkouts in `over` no longer count.',
  schema: z.object({
    networkKey: z.string(),
    clientKey: z.string(),
    checkoutId: z.string(),
    pieces: z.int().positive(),
    countedAt: z.string(),
    over: z.array(z.string()),
  }),
})

export const holdEvents = [HoldCounted] as const
export type HoldEvent = EventOf<(typeof holdEvents)[number]>

export const holdsStream = (networkKey: string) => `holds-${networkKey}`
