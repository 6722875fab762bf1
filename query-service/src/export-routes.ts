import Router from '@koa/router'
import type { OwnData } from '@shop/language/account/api'
import { type UserDocument, users } from '@shop/language/account/document'
import { userView } from '@shop/language/account/view'
import type { ShippingAddress } from '@shop/language/address/api'
import { addresses } from '@shop/language/address/document'
import { carts } from '@shop/language/cart/document'
import { cartView } from '@shop/language/cart/view'
import { type CorrespondenceDocument, correspondence } from '@shop/language/correspondence/document'
import { MAX_LISTED } from '@shop/language/limits'
import { type OrderDocument, orders } from '@shop/language/order/document'
import { pendingPayments } from '@shop/language/order/pending-document'
import { addressView, orderView, pendingView } from '@shop/language/order/view'
import { products } from '@shop/language/product/document'
import { questionMails } from '@shop/language/question/mail-document'
import { stock } from '@shop/language/stock/document'
import { customerOf } from '@shop/server/http/authenticate'
import { ownExports } from '@shop/server/limits/budgets'
import { createLimit } from '@shop/server/limits/limit'
import type { Counters } from '@shop/stores/counters/counters'
import type { ReadStore } from '@shop/stores/read-store/read-store'
import { addressesOf } from './address-routes.ts'
import type { Answering } from './answering.ts'
import { offersFor } from './cart-offers.ts'
import type { Catalog } from './catalog/catalog.ts'
import { ownAccount } from './user-routes.ts'

const MOST_EXPORTED = 10 * MAX_LISTED

type Options = Readonly<{ counters: Counters; now: () => Date }>

export function exportRoutes(readStore: ReadStore, catalog: Catalog, { counters, now }: Options): Answering {
  const router = new Router({ strict: true, sensitive: true })
  const exported = createLimit(counters, ownExports, 'Your data was exported several times. Try again later')

  router.get('/me/export', async (ctx) => {
    const { id } = customerOf(ctx)
    await exported.take(id)
    const user = await ownAccount(readStore, id)
    const { documents, isAll } = await ordersOf(id)
    const { registeredAt } = user
    const given = await givenBy(user)
    const saved = (await addressesOf(readStore, id)).map(({ _id, ...address }) => address)
    ctx.body = {
      exportedAt: now().toISOString(),
      account: { ...userView(user), registeredAt },
      addresses: eachOnce([...saved, ...sentTo(documents)]),
      orders: [...(await pendingOf(id, documents)), ...documents.map(orderView)],
      isAll: isAll && given.isAll,
      cart: await cartOf(id),
      ...(await mailedTo(readStore, id)),
      ...(given.correspondence && { correspondence: given.correspondence }),
    } satisfies OwnData
  })

  async function ordersOf(customerId: string) {
    const documents: OrderDocument[] = []
    let after: string | undefined
    do {
      const page = await readStore.find(orders, {
        anyOf: { customerId: [customerId] },
        sortBy: { field: 'placedAt', descending: true },
        limit: MAX_LISTED,
        ...(after && { after }),
      })
      documents.push(...page.documents)
      after = page.next
    } while (after && documents.length < MOST_EXPORTED)
    return { documents, isAll: after === undefined }
  }

  /** Payments that the provider is still checking. The export lists them as orders (decisions S7: pending money). */
  async function pendingOf(customerId: string, placed: readonly OrderDocument[]) {
    const { documents } = await readStore.find(pendingPayments, { anyOf: { customerId: [customerId] } })
    return documents.filter(({ _id }) => placed.every((order) => order._id !== _id)).map(pendingView)
  }

  /**
   * The newsletter and the messages are exported only if the e-mail address is confirmed, because a client can register with another
   * person's address.
   */
  async function givenBy({ emailKey, isConfirmed }: UserDocument) {
    if (!isConfirmed) return { isAll: true }
    const { documents, next } = await readStore.find(correspondence, {
      anyOf: { emailKey: [emailKey] },
      sortBy: { field: 'at', descending: true },
      limit: MAX_LISTED,
    })
    return { correspondence: correspondenceView(documents), isAll: next === undefined }
  }

  async function cartOf(ownerId: string) {
    const cart = await readStore.get(carts, ownerId)
    const items = cart?.items ?? []
    const listings = await catalog.getMany(items.map(({ productId }) => productId))
    return cartView(ownerId, items, offersFor(cart, listings))
  }

  return [router, [users, orders, pendingPayments, addresses, carts, products, stock, correspondence, questionMails]]
}

async function mailedTo(readStore: ReadStore, accountId: string) {
  const { documents } = await readStore.find(questionMails, { anyOf: { accountId: [accountId] }, limit: MAX_LISTED })
  return documents.length > 0 && { mailedQuestions: documents.map(({ name }) => name) }
}

/** `documents` must be sorted newest first. */
function correspondenceView(documents: readonly CorrespondenceDocument[]): NonNullable<OwnData['correspondence']> {
  const newsletter = documents.find((one) => one.kind === 'newsletter')
  return {
    ...(newsletter && {
      newsletter: { status: newsletter.isConfirmed ? 'confirmed' : 'asked for', since: newsletter.at },
    }),
    messages: documents.flatMap((one) =>
      one.kind === 'message' ? { sentAt: one.at, name: one.name, text: one.text } : [],
    ),
  }
}

const sentTo = (documents: readonly OrderDocument[]) =>
  documents.flatMap(({ shippingAddress }) => (shippingAddress ? [addressView(shippingAddress)] : []))

const eachOnce = (addresses: readonly ShippingAddress[]) => [
  ...new Map(addresses.map((address) => [JSON.stringify(address), address])).values(),
]
