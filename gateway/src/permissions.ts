import type { ErrorCode } from '@shop/language/errors'

/** `owner`: the customer whose data the call is about. `other`: another customer. */
export const actors = ['anonymous', 'guest', 'owner', 'other', 'analyst', 'admin'] as const
export type Actor = (typeof actors)[number]

/** `refused`: the status for each kind of caller who may not make the call. */
type Permission = Readonly<{ says: string; refused: Readonly<Partial<Record<Actor, number>>> }>

const NOT_SIGNED_IN = { anonymous: 401, guest: 401 } as const
const NO_ANALYST = { ...NOT_SIGNED_IN, owner: 403, other: 403 } as const

/** TABLE: who may make a call. The rooms themselves check this, and the acceptance test compares their answers with this table. */
export const permissions = {
  anyone: { says: 'Anyone.', refused: {} },
  'cart owner': {
    says: 'The signed-in customer, or a caller with the guest id.',
    refused: { anonymous: 400, other: 403, analyst: 403, admin: 403 },
  },
  customer: { says: 'A signed-in customer, for their own data.', refused: NOT_SIGNED_IN },
  owner: {
    says: 'The owner of the requested resource.',
    refused: { ...NOT_SIGNED_IN, other: 404, analyst: 404, admin: 404 },
  },
  'owner or admin': {
    says: 'The owner of the requested resource, and admins.',
    refused: { ...NOT_SIGNED_IN, other: 404, analyst: 404 },
  },
  analyst: { says: 'Analysts and admins.', refused: NO_ANALYST },
  'analyst who asked': { says: 'The analyst or admin who started the run.', refused: { ...NO_ANALYST, admin: 404 } },
  admin: { says: 'Admins only.', refused: { ...NO_ANALYST, analyst: 403 } },
} as const satisfies Record<string, Permission>

export type Who = keyof typeof permissions

/** A call for a cart can be refused with UNAUTHENTICATED too, because a token can be invalid. */
export function refusalCodesOf(who: Who): readonly ErrorCode[] {
  if (who === 'anyone') return []
  const isForbidden = Object.values(permissions[who].refused).some((status) => status === 403)
  return isForbidden ? ['UNAUTHENTICATED', 'FORBIDDEN'] : ['UNAUTHENTICATED']
}
