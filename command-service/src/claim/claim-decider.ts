import { ShopError } from '@shop/language/errors'
import { type ClaimEvent, type ClaimKind, KeyClaimed, KeyReleased } from '@shop/language/events/claim-events'
import type { Decider } from '../handler/decider.ts'

/** One key belongs to at most one owner. */
export type Claim = Readonly<{ ownerId: string | undefined }>

export type ClaimCommand =
  | { type: 'Claim'; kind: ClaimKind; ownerId: string }
  | { type: 'Release'; kind: ClaimKind; ownerId: string }

export const claimDecider: Decider<Claim, ClaimCommand, ClaimEvent> = {
  initialState: { ownerId: undefined },

  begins: ({ type }) => type === 'Claim',
  // One request may need to claim a key again, if another owner had the key meanwhile. So a repeated command is decided on the state.
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
        if (claim.ownerId !== undefined) throw new ShopError('CONFLICT', 'This is taken')
        return [KeyClaimed({ kind, ownerId })]
      case 'Release':
        return claim.ownerId === ownerId ? [KeyReleased({ kind, ownerId })] : []
    }
  },

  snapshot: { name: 'claim@1', write: (claim) => claim, read: ({ ownerId }: Claim) => ({ ownerId }) },
}
