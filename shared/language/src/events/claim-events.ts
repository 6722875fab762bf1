import * as z from 'zod'
import { defineEvent, type EventOf } from './event.ts'

/** A key is a text that at most one owner may have, such as a SKU. Each key has its own stream, which names the owner. */
export const claimKinds = ['email', 'sku', 'capture', 'provider-order'] as const
const kind = z.enum(claimKinds)
export type ClaimKind = z.output<typeof kind>

export const KeyClaimed = defineEvent('KeyClaimed', {
  says: "A unique key now belongs to an owner. The key is an e-mail address, a SKU, or the provider's id of a capture or an order.",
  schema: z.object({ kind, ownerId: z.string() }),
})
export const KeyReleased = defineEvent('KeyReleased', {
  says: 'A claimed key is free again.',
  schema: z.object({ kind, ownerId: z.string() }),
})

export const claimEvents = [KeyClaimed, KeyReleased] as const
export type ClaimEvent = EventOf<(typeof claimEvents)[number]>

/** `key` must reveal nothing about a person, so an e-mail address is passed as its keyed digest. */
export const claimStream = (kind: ClaimKind, key: string) => `${kind}-${encodeURIComponent(key)}`
