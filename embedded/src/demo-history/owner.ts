import type { Story } from './passing-time.ts'
import type { Answer } from './past-rooms.ts'
import { DAY_MS, HOUR_MS, type Piece, type Town } from './town.ts'

/** TABLE: what an owner does, and how often. */
const LIKELY = { shipsToday: 0.75, cancels: 0.015, changesPrices: 0.12, restocks: 0.6 }
const SALE = 0.8
const SALE_DAYS = { shortest: 4, longest: 12 }
const FEW = 8

type Asking = (method: string, path: string, body?: unknown) => Promise<Answer>

/** An owner's days: ships, restocks, changes prices, and cancels an order now and then. Sundays are free. */
export async function* ownersDays(town: Town, credentials: { email: string; password: string }): Story {
  const { shop, chance } = town
  for (;;) {
    if (shop.now().getUTCDay() !== 0) {
      const { token } = (await shop.ask('POST', '/users/login', { body: credentials })).body
      const asAdmin: Asking = (method, path, body) => shop.ask(method, path, { token, body })
      yield* shipOrders(town, asAdmin)
      if (chance.happens(LIKELY.changesPrices)) await beginSale(town, asAdmin)
      if (chance.happens(LIKELY.restocks)) await restock(town, asAdmin)
    }
    yield untilMorning(shop.now()) + chance.between(0, 2) * HOUR_MS
  }
}

async function* shipOrders(town: Town, asAdmin: Asking): Story {
  const { chance, toShip, shop } = town
  for (const id of toShip.splice(0)) {
    const isCancelled = chance.happens(LIKELY.cancels)
    if (!isCancelled && !chance.happens(LIKELY.shipsToday)) {
      toShip.push(id)
      continue
    }
    yield chance.between(1, 6) * 60_000
    await asAdmin('PUT', `/orders/${id}`, { status: isCancelled ? 'Cancelled' : 'Shipped' })
    if (!isCancelled)
      shop.begin(
        chance.between(2, 6) * DAY_MS,
        once(() => arrive(id, asAdmin)),
      )
  }
}

const arrive = (id: string, asAdmin: Asking) => asAdmin('PUT', `/orders/${id}`, { status: 'Delivered' })

/** Some pieces cost less for some days, and are bought more. */
async function beginSale(town: Town, asAdmin: Asking) {
  const { chance, pieces, shop } = town
  const chosen = Array.from({ length: chance.whole(1, 4) }, () => chance.one(pieces))
  for (const piece of new Set(chosen)) {
    await setPrice(piece, Math.round((piece.product.price as number) * SALE * 100) / 100, asAdmin)
    piece.appeal *= 1.8
    const days = chance.between(SALE_DAYS.shortest, SALE_DAYS.longest)
    shop.begin(
      days * DAY_MS,
      once(() => endSale(piece, asAdmin)),
    )
  }
}

async function endSale(piece: Piece, asAdmin: Asking) {
  await setPrice(piece, piece.product.price as number, asAdmin)
  piece.appeal /= 1.8
}

const setPrice = ({ id }: Piece, price: number, asAdmin: Asking) => asAdmin('PUT', `/products/${id}`, { price })

/** What runs out comes again, but not at once and not always. */
async function restock({ chance, pieces }: Town, asAdmin: Asking) {
  for (const { id } of pieces) {
    const { body } = await asAdmin('PUT', `/products/${id}`, {})
    if (body.countInStock >= FEW || chance.happens(0.15)) continue
    await asAdmin('PUT', `/products/${id}`, { countInStock: body.countInStock + chance.whole(15, 50) })
  }
}

const untilMorning = (now: Date) => {
  const morning = new Date(now)
  morning.setUTCDate(now.getUTCDate() + 1)
  morning.setUTCHours(8, 0, 0, 0)
  return morning.getTime() - now.getTime()
}

/** A story of one act. */
async function* once(act: () => Promise<unknown>): Story {
  yield 0
  await act()
}
