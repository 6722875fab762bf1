import { type Answer, callerAt, type ShopCaller } from '../support/caller.ts'
import { PASSWORD } from '../support/people.ts'
import { ADMIN } from '../support/shop.ts'

/** The secret of the kept shop. It signs tokens, and the credentials of the simulator are made from it. */
export const TOKEN_SECRET = 'only-the-kept-shop-of-the-tests-signs-with-this'
export const ADA = 'ada@kept.test'
export const BEN = 'ben@kept.test'
export const ERASED = 'erased@kept.test'

/** A guest with a cart, and a guest whose cart was merged into Ada's cart. */
export const GUEST = 'guest_1790000000000_a2VwdC1ndWVzdC1vZi10aA'
export const MERGED_GUEST = 'guest_1790000000001_bWVyZ2VkLWd1ZXN0LW9mLQ'

/** Signs in. Throws if the shop refuses. */
export async function signedIn(url: string, email: string, password = PASSWORD): Promise<ShopCaller & { id: string }> {
  const { body } = accepted(await callerAt(url).post('/api/users/login', { email, password }))
  return { ...callerAt(url, { token: body.token }), id: body.user._id }
}

export const adminOfThen = (url: string) => signedIn(url, ADMIN.email, ADMIN.password)

/** Throws if the shop has refused. */
export function accepted(answer: Answer): Answer {
  if (answer.status >= 400) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
  return answer
}
