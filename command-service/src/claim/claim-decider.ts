import { ShopError } from '@shop/language/errors'
import { type ClaimEvent, type ClaimKind, KeyClaimed, KeyReleased } from '@shop/language/events/claim-events'
import type { Decider } from '../handler/decider.ts'

export type Claim = Readonly<{ ownerId: string | undefined }>

export type ClaimCommand =
  | { type: 'Claim'; kind: ClaimKind; ownerId: string }
  | { type: 'Release'; kind: ClaimKind; ownerId: string }

export const claimDecider: Decider<Claim, ClaimCommand, ClaimEvent> = {
  initialState: { ownerId: undefined },

  begins: ({ type }) => type === 'Claim',
  // A repeat by the same owner changes nothing.
  isGuarded: () => true,

  evolve(_, { type, data }) {
    switch (type) {
      case 'KeyClaimed':
        return { ownerId: data.ownerId }
      case 'KeyReleased':
        return { ownerId: undefined }
    }
  },

  decide({ type, kind, ownerId }, claim) {
    switch (type) {
      case 'Claim':
        if (claim.ownerId === ownerId) return []
        if (claim.ownerId !== undefined) throw new ShopError('CONFLICT', 'Another owner has this key')
        return [KeyClaimed({ kind, ownerId })]
      case 'Release':
        return claim.ownerId === ownerId ? [KeyReleased({ kind, ownerId })] : []
    }
  },

  snapshot: { name: 'claim@1', write: (claim) => claim, read: ({ ownerId }: Claim) => ({ ownerId }) },
}
