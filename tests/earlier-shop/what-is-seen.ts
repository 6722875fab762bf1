import { callerAt, type ShopCaller } from '../support/caller.ts'
import { ADA, accepted, adminOfThen, BEN, GUEST, MERGED_GUEST, signedIn } from './people-of-then.ts'

type Seen = Readonly<Record<string, unknown>>

/** The answers that shoppers, customers and the admin get from the kept shop, by caller and address. */
export async function whatIsSeen(url: string): Promise<Seen> {
  const anyone = callerAt(url)
  const ada = await signedIn(url, ADA)
  const ben = await signedIn(url, BEN)
  const admin = await adminOfThen(url)
  const orders = (await admin.get('/api/admin/orders')).body as readonly { _id: string }[]
  return {
    ...(await answersTo('anyone', anyone, [
      '/api/products?sortBy=priceasc',
      '/api/products/new-arrivals',
      '/api/products/best-seller',
      '/api/products/facets?gender=Women',
      '/api/products?search=kept',
      `/api/cart?guestId=${GUEST}`,
      `/api/cart?guestId=${MERGED_GUEST}`,
    ])),
    ...(await answersTo('ada', ada, [`/api/cart?userId=${ada.id}`, '/api/orders/my-orders'])),
    ...(await answersTo('ben', ben, [`/api/cart?userId=${ben.id}`, '/api/orders/my-orders'])),
    ...(await answersTo('admin', admin, [
      '/api/admin/products?search=kept',
      '/api/admin/orders',
      '/api/admin/users',
      '/api/admin/dashboard',
      ...orders.map(({ _id }) => `/api/admin/orders/${_id}/history`),
    ])),
  }
}

async function answersTo(who: string, caller: ShopCaller, addresses: readonly string[]): Promise<Seen> {
  const answers = await Promise.all(
    addresses.map(async (address) => {
      const { body } = accepted(await caller.get(address))
      return [`${who} ${address}`, body] as const
    }),
  )
  return Object.fromEntries(answers)
}
