import type { CreateProductBody } from '@shop/language/api/catalog'
import { idFrom } from '@shop/language/id-from'
import type { Chance } from './chance.ts'
import type { PassingTime } from './passing-time.ts'
import type { Answer, PastRooms } from './past-rooms.ts'
import type { Person } from './people.ts'

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** Something on sale, with how much people like it. */
export type Piece = { readonly id: string; readonly sku: string; readonly product: CreateProductBody; appeal: number }

export type Customer = { readonly person: Person; id?: string; token?: string }
export type Order = Readonly<{ id: string; customerId: string; total: number }>

/** How the owner asks the shop. */
export type Asking = (method: string, path: string, body?: unknown) => Promise<Answer>

/** Everybody and everything that the stories share. */
export type Town = {
  readonly shop: PastRooms & PassingTime
  readonly chance: Chance
  readonly pieces: readonly Piece[]
  readonly customers: Customer[]
  /** Placed and not shipped yet. */
  readonly toShip: Order[]
  readonly endMs: number
  readonly counts: { visits: number; orders: number; returns: number; declined: number; soldOut: number }
}

export function createTown(shop: Town['shop'], chance: Chance, endMs: number): Town {
  const pieces = shop.catalogue.map((product) => {
    const sku = product.sku ?? product.name
    // A few are bought all the time and most now and then (a long tail).
    return { id: idFrom('catalogue', sku), sku, product, appeal: chance.between(0.05, 1) ** 3 + 0.02 }
  })
  const counts = { visits: 0, orders: 0, returns: 0, declined: 0, soldOut: 0 }
  const toShip: Order[] = []
  shop.watch(({ type, data }) => {
    if (type === 'PaymentRefused') counts.declined += 1
    if (type === 'ReturnRequested') counts.returns += 1
    if (type !== 'OrderPlaced') return
    counts.orders += 1
    const { orderId, customerId, totalCents } = data as { orderId: string; customerId: string; totalCents: number }
    toShip.push({ id: orderId, customerId, total: totalCents / 100 })
  })
  return { shop, chance, pieces, customers: [], toShip, endMs, counts }
}
