import { isCountedByLine, leftIn, ownLines } from '@shop/language/stock/lines'
import {
  type AskAsOwner,
  DAY_MS,
  type DemoProduct,
  type DemoShop,
  HOUR_MS,
  MINUTE_MS,
  type Order,
} from './demo-shop.ts'
import { parcel } from './parcel.ts'
import type { Story } from './passing-time.ts'

/** TABLE: how likely each act of the owner is. */
const LIKELY = { shipsToday: 0.75, cancels: 0.015, changesPrices: 0.12, restocks: 0.6 }
const SALE = 0.8
const SALE_DAYS = { shortest: 4, longest: 12 }
const FEW = 8

export async function* ownersDays(demo: DemoShop, credentials: { email: string; password: string }): Story {
  const { shop, chance } = demo
  const { token } = (await shop.ask('POST', '/users/login', { body: credentials })).body
  const asAdmin: AskAsOwner = (method, path, body) => shop.ask(method, path, { token, body })
  for (;;) {
    if (shop.now().getUTCDay() !== 0) {
      yield* sendParcels(demo, asAdmin)
      if (chance.happens(LIKELY.changesPrices)) await beginSale(demo, asAdmin)
      if (chance.happens(LIKELY.restocks)) await restock(demo, asAdmin)
    }
    yield untilMorning(shop.now()) + chance.between(0, 2) * HOUR_MS
  }
}

async function* sendParcels(demo: DemoShop, asAdmin: AskAsOwner): Story {
  const { chance, toShip, shop } = demo
  for (const order of toShip.splice(0)) {
    yield chance.between(1, 6) * MINUTE_MS
    if (chance.happens(LIKELY.cancels)) await cancel(order, asAdmin)
    else if (chance.happens(LIKELY.shipsToday)) shop.begin(0, parcel(demo, order, asAdmin))
    else toShip.push(order)
  }
}

async function cancel({ id }: Order, asAdmin: AskAsOwner) {
  const why = { chosenReason: 'quality', reason: 'Damaged in the store' }
  await asAdmin('PUT', `/orders/${id}`, { status: 'Cancelled', ...why })
  await asAdmin('POST', `/orders/${id}/refunds`, why)
}

async function beginSale(demo: DemoShop, asAdmin: AskAsOwner) {
  const { chance, products, shop } = demo
  const chosen = Array.from({ length: chance.whole(1, 4) }, () => chance.one(products))
  for (const demoProduct of new Set(chosen)) {
    await setPrice(demoProduct, Math.round((demoProduct.product.price as number) * SALE * 100) / 100, asAdmin)
    demoProduct.appeal *= 1.8
    const days = chance.between(SALE_DAYS.shortest, SALE_DAYS.longest)
    shop.begin(
      days * DAY_MS,
      once(() => endSale(demoProduct, asAdmin)),
    )
  }
}

async function endSale(demoProduct: DemoProduct, asAdmin: AskAsOwner) {
  await setPrice(demoProduct, demoProduct.product.price as number, asAdmin)
  demoProduct.appeal /= 1.8
}

const setPrice = ({ id }: DemoProduct, price: number, asAdmin: AskAsOwner) =>
  asAdmin('PUT', `/products/${id}`, { price })

async function restock({ chance, products, stockOf }: DemoShop, asAdmin: AskAsOwner) {
  for (const { id, product } of products) {
    const counted = stockOf(id)
    const lines = isCountedByLine(counted)
      ? ownLines(counted, { sizes: product.sizes ?? [], colors: product.colors ?? [] })
      : leftIn(counted)
    for (const { size, color, left } of lines) {
      if (left >= FEW / lines.length || chance.happens(0.15)) continue
      const quantity = Math.ceil(chance.whole(15, 50) / lines.length)
      const cost = Math.round((product.price as number) * chance.between(0.3, 0.45) * 100) / 100
      await asAdmin('POST', `/products/${id}/stock/receipts`, { size, color, quantity, cost })
    }
  }
}

const untilMorning = (now: Date) => {
  const morning = new Date(now)
  morning.setUTCDate(now.getUTCDate() + 1)
  morning.setUTCHours(8, 0, 0, 0)
  return morning.getTime() - now.getTime()
}

async function* once(act: () => Promise<unknown>): Story {
  yield 0
  await act()
}
