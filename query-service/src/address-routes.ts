import Router from '@koa/router'
import type { SavedAddress } from '@shop/language/address/answers'
import { addresses } from '@shop/language/address/document'
import { MOST_ADDRESSES } from '@shop/language/limits'
import { addressView } from '@shop/language/order/view'
import { customerOf } from '@shop/server/http/authenticate'
import type { ReadStore } from '@shop/stores/read-store/read-store'
import type { Answering } from './answering.ts'

export function addressRoutes(readStore: ReadStore): Answering {
  const router = new Router({ strict: true, sensitive: true })
  router.get('/me/addresses', async (ctx) => {
    ctx.body = await addressesOf(readStore, customerOf(ctx).id)
  })
  return [router, [addresses]]
}

export async function addressesOf(readStore: ReadStore, customerId: string): Promise<readonly SavedAddress[]> {
  const { documents } = await readStore.find(addresses, {
    anyOf: { customerId: [customerId] },
    sortBy: { field: 'savedAt', descending: true },
    limit: MOST_ADDRESSES,
  })
  return documents.map(({ _id, address }) => ({ _id, ...addressView(address) }))
}
