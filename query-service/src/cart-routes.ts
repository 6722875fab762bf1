import Router from '@koa/router'
import { CartQuery } from '@shop/language/cart/api'
import { carts } from '@shop/language/cart/document'
import { cartView } from '@shop/language/cart/view'
import { products } from '@shop/language/product/document'
import { stock } from '@shop/language/stock/document'
import { cartReaderOf, isBare } from '@shop/server/http/cart-owner'
import { parseQuery } from '@shop/server/http/parse'
import { createGuestLimit } from '@shop/server/limits/guest-limit'
import type { Counters } from '@shop/stores/counters/counters'
import type { ReadStore } from '@shop/stores/read-store/read-store'
import type { Answering } from './answering.ts'
import { offersFor } from './cart-offers.ts'
import type { Catalog } from './catalog/catalog.ts'

export function cartRoutes(readStore: ReadStore, catalog: Catalog, counters: Counters): Answering {
  const limitGuests = createGuestLimit(counters)
  const router = new Router({ strict: true, sensitive: true })

  router.get('/cart', async (ctx) => {
    const named = parseQuery(CartQuery, ctx)
    const owner = cartReaderOf(ctx, named)
    // Guest ids without random bits can be guessed (decisions C1: guessable guest ids).
    if (owner === undefined && named.guestId && isBare(named.guestId)) await limitGuests(ctx.ip, named.guestId)
    const cart = owner === undefined ? undefined : await readStore.get(carts, owner)
    const items = cart?.items ?? []
    const listings = await catalog.getMany(items.map(({ productId }) => productId))
    const shownAs = owner ?? named.guestId
    ctx.set('Cache-Control', 'no-store')
    ctx.body =
      shownAs === undefined
        ? { products: [], totalPrice: 0 }
        : cartView(shownAs, items, offersFor(cart, listings), cart?.notices)
  })

  return [router, [carts, products, stock]]
}
