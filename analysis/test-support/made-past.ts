import { oneOf, randomFrom, wholeBelow } from '@shop/language/values/random-from'
import { leaveCarts } from './made-carts.ts'
import { type Line, makeCheckouts } from './made-checkouts.ts'
import { makeOrders } from './made-orders.ts'
import type { PastEvent } from './past.ts'

const SIZES = ['S', 'M', 'L']
const products = ['shirt', 'coat', 'scarf', 'socks']
const customers = ['ada', 'ben', 'cleo', 'dan']
const guests = ['guest_1', 'guest_2', 'guest_3']
const START = Date.parse('2026-01-05T08:00:00.000Z')
const HOUR_MS = 3_600_000

/** Makes the events of a small shop. The same seed makes the same events. The events cover every case that the reports distinguish. */
export function madePast(seed: number, count: number): readonly PastEvent[] {
  const random = randomFrom(seed)
  const below = (most: number) => wholeBelow(random, most)
  const one = <T>(many: readonly T[]) => oneOf(random, many)
  const past: PastEvent[] = []
  const prices = new Map<string, number>()
  const names = new Map(products.map((productId) => [productId, `The ${productId}`]))
  let atMs = START

  const record = (type: string, stream: string, data: object) =>
    past.push({ type, stream, data, recordedAt: new Date(atMs).toISOString() })
  const inCart = (type: string, ownerId: string, data: object) => record(type, `cart-${ownerId}`, { ownerId, ...data })
  const inStock = (type: string, productId: string, data: object) =>
    record(type, `stock-${productId}`, { productId, ...data })
  const someLine = (): Line => ({ productId: one(products), size: one(SIZES), color: '' })
  const item = (line = someLine()) => ({
    ...line,
    name: names.get(line.productId),
    image: '',
    priceCents: prices.get(line.productId) ?? 0,
    quantity: 1 + below(3),
  })
  const stockLine = ({ productId, size }: Line) => ({
    size: productId === 'socks' || (productId === 'coat' && size === 'L') ? '' : size,
    color: '',
  })

  const stocked = (type: string, moved: () => object) => {
    const line = someLine()
    inStock(type, line.productId, { ...stockLine(line), ...moved() })
  }

  const orders = makeOrders({ below, one, record })
  const { checkOut, advance, endUnusually } = makeCheckouts({
    ...{ below, one, record, inCart, inStock, stockLine, item },
    now: () => new Date(atMs).toISOString(),
    someCustomer: () => one(customers),
    someProduct: () => one(products),
    placed: orders.placed,
  })
  const acts: readonly (() => void)[] = [
    () => inCart('ItemAddedToCart', one([...customers, ...guests]), { item: item() }),
    () => inCart('ItemAddedToCart', one(customers), { item: item() }),
    () =>
      inCart('CartQuantityChanged', one([...customers, ...guests]), {
        ...someLine(),
        quantity: 1 + below(4),
        priceCents: 900,
      }),
    () => inCart('ItemRemovedFromCart', one([...customers, ...guests]), someLine()),
    () => inCart('GuestCartExpired', one(guests), {}),
    handOver,
    checkOut,
    checkOut,
    advance,
    advance,
    advance,
    advance,
    ship,
    ...orders.acts,
    changePrice,
    () => stocked('StockReceived', () => ({ quantity: 1 + below(6) })),
    () => stocked('StockAdjusted', () => ({ difference: below(3) - 2 })),
    () => stocked('StockCounted', () => ({ available: below(5) })),
  ]

  for (const productId of products) {
    prices.set(productId, 1000 + below(4000))
    record('ProductListed', `product-${productId}`, {
      productId,
      details: { name: names.get(productId), priceCents: prices.get(productId), sizes: SIZES, colors: [] },
    })
    const lines = new Set(SIZES.map((size) => stockLine({ productId, size, color: '' }).size))
    for (const size of ['', ...lines])
      inStock('StockCounted', productId, { size, color: '', available: size === '' ? 0 : 3 })
  }
  while (past.length < count) {
    atMs += Math.floor(random() * 10 * HOUR_MS)
    one(acts)()
  }
  orders.deliverLate()
  divideStock()
  leaveCarts({ record, inCart, inStock, stockLine, item, pass: (ms) => (atMs += ms) })
  endUnusually()
  return past

  /** One command divides the stock of a product by size, but leaves one size on the shared line. Then this line is used up for a day. */
  function divideStock() {
    names.set('belt', 'The belt')
    const details = { name: names.get('belt'), priceCents: 900, sizes: SIZES, colors: [] }
    const count = (size: string, available: number) => inStock('StockCounted', 'belt', { size, color: '', available })
    record('ProductListed', 'product-belt', { productId: 'belt', details })
    count('', 9)
    atMs += HOUR_MS
    count('', 0)
    for (const [size, available] of [
      ['S', 3],
      ['M', 3],
      ['', 3],
    ] as const)
      count(size, available)
    atMs += HOUR_MS
    count('', 0)
    atMs += 24 * HOUR_MS
    count('', 2)
  }

  function handOver() {
    const [guestId, ownerId] = [one(guests), one(customers)]
    inCart('GuestCartHandedOver', guestId, { to: ownerId, handover: 1 })
    inCart('GuestCartMerged', ownerId, { guestId, items: [item(), item()], notices: [], handover: 1 })
  }

  function ship() {
    const orderId = orders.ship()
    if (orderId === undefined || below(4)) return
    const line = someLine()
    inStock('StockReturned', line.productId, {
      orderId,
      returnId: orderId,
      lines: [{ ...stockLine(line), quantity: 1 }],
    })
  }

  function changePrice() {
    const productId = one(products)
    const priceCents = below(4) ? 1000 + below(4000) : (prices.get(productId) ?? 0)
    prices.set(productId, priceCents)
    const isRenamed = below(3) === 0
    if (isRenamed) names.set(productId, `The new ${productId}`)
    const changes = { priceCents, ...(isRenamed && { name: names.get(productId) }) }
    record('ProductEdited', `product-${productId}`, { productId, changes })
  }
}
