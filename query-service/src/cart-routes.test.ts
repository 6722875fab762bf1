import { CheckoutOpened, GuestCartExpired, ItemAddedToCart } from '@shop/language/cart/events'
import { ProductDeleted, ProductEdited } from '@shop/language/product/events'
import { StockReserved } from '@shop/language/stock/events'
import { sharedPieces } from '@shop/language/test-support/shared-line'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startShop } from './test-support/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
beforeEach(async () => {
  shop = await startShop()
  await shop.people()
  await shop.listed('p1', { priceCents: 4900 })
})
afterEach(() => shop.close())

const strong = 'guest_1700000000000_AAAAAAAAAAAAAAAAAAAAAA'
const added = (ownerId: string) =>
  ItemAddedToCart({
    ownerId,
    item: {
      productId: 'p1',
      name: 'Oxford Shirt',
      image: '/s.webp',
      size: 'M',
      color: 'Blue',
      quantity: 2,
      priceCents: 4900,
    },
  })

test('at a first visit the cart is empty, with or without a guest id', async () => {
  expect(await shop.body('/cart')).toMatchObject({ products: [] })
  expect(await shop.body(`/cart?guestId=${strong}`)).toMatchObject({ products: [], guestId: strong })
  expect(await shop.body('/cart?guestId=guest_1700000000000')).toMatchObject({ products: [] })
})

test("a strong guest id opens the guest's cart", async () => {
  await shop.happened(added(strong))
  expect(await shop.body(`/cart?guestId=${strong}`)).toEqual({
    products: [
      {
        productId: 'p1',
        name: 'Oxford Shirt',
        image: '/s.webp',
        size: 'M',
        color: 'Blue',
        quantity: 2,
        price: 49,
        left: 5,
      },
    ],
    guestId: strong,
    totalPrice: 98,
  })
})

test('an expired cart is empty', async () => {
  await shop.happened(added(strong), GuestCartExpired({ ownerId: strong }))
  expect(await shop.body(`/cart?guestId=${strong}`)).toMatchObject({ products: [] })
})

test('a signed-in customer sees their own cart, whatever guest id they send', async () => {
  await shop.happened(added('ada'))
  expect(await shop.body(`/cart?guestId=${strong}`, 'ada')).toMatchObject({ userId: 'ada', totalPrice: 98 })
  expect(await shop.body('/cart?userId=ada', 'ada')).toMatchObject({ totalPrice: 98 })
})

test('a userId in the URL is accepted only with a token of the same user', async () => {
  await shop.happened(added('ada'))
  expect((await shop.ask('/cart?userId=ada')).status).toBe(401)
  expect((await shop.ask('/cart?userId=ada', { as: 'bob' })).status).toBe(403)
})

test('a malformed guest id is refused', async () => {
  expect((await shop.ask('/cart?guestId[$ne]=x')).status).toBe(400)
  expect((await shop.ask('/cart?guestId=x')).status).toBe(400)
})

test('a line shows today’s price, and whether the product is available', async () => {
  await shop.happened(added('ada'))
  await shop.happened(ProductEdited({ productId: 'p1', changes: { priceCents: 4000 } }))
  expect(await shop.body('/cart', 'ada')).toMatchObject({
    products: [{ price: 40, addedPrice: 49, currentPrice: 40 }],
    totalPrice: 80,
  })
  await shop.happened(ProductDeleted({ productId: 'p1' }))
  expect(await shop.body('/cart', 'ada')).toMatchObject({ products: [{ unavailable: true }], totalPrice: 0 })
})

test('a cart is not cached', async () => {
  expect((await shop.ask('/cart')).headers.get('cache-control')).toBe('no-store')
})

test('after twenty unknown bare guest ids, a client can read only ids that it has tried, and strong ids', async () => {
  const guess = (id: number) => shop.ask(`/cart?guestId=guest_${id}`)
  for (let id = 1; id <= 20; id++) expect((await guess(id)).status).toBe(200)
  expect((await guess(21)).status).toBe(429)
  expect((await guess(7)).status).toBe(200)
  expect((await shop.ask(`/cart?guestId=${strong}`)).status).toBe(200)
})

test('a sold-out line is not in the total, and pieces held by the buyer’s own checkout count as available', async () => {
  const lines = sharedPieces(5)
  await shop.happened(added('ada'), added(strong), CheckoutOpened({ ownerId: 'ada', checkoutId: 'c1' }))
  await shop.happened(StockReserved({ productId: 'p1', checkoutId: 'c1', lines }))
  expect(await shop.body(`/cart?guestId=${strong}`)).toMatchObject({
    products: [{ left: 0, soldOut: true }],
    totalPrice: 0,
  })
  expect(await shop.body('/cart', 'ada')).toMatchObject({ products: [{ left: 5 }], totalPrice: 98 })
})
