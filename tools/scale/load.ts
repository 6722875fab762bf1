import measured from './measured-rooms.json' with { type: 'json' }

/** The kinds of request that were measured. */
export type Kind = keyof typeof measured.kinds

/**
 * How many requests of each kind come with one order. ASSUMED, not measured: forty visits an order (2.5 % buy), a dozen
 * reads each. A shop's own access log has better figures.
 */
export const perOrder: Readonly<Record<Kind, number>> = {
  list: 160,
  search: 40,
  detail: 120,
  cart: 160,
  'add to cart': 6,
  'sign in': 1.2,
  register: 0.4,
  purchase: 1,
}

/** HTTP requests at the gateway for one request of a kind; 1 unless it stands here. */
const requests: Readonly<Partial<Record<Kind, number>>> = { purchase: 4 }
export const READS: readonly Kind[] = ['list', 'search', 'detail', 'cart']

const SECONDS_A_DAY = 86_400

/** Orders in the busiest second. */
export const ordersPerS = (ordersADay: number, peak: number) => (ordersADay / SECONDS_A_DAY) * peak

const kinds = Object.keys(perOrder) as readonly Kind[]
const sum = (of: (kind: Kind) => number) => kinds.reduce((total, kind) => total + perOrder[kind] * of(kind), 0)

/** The load that comes with one order: sums over all its requests. */
export const behindAnOrder = {
  requests: sum((kind) => requests[kind] ?? 1),
  reads: sum((kind) => (READS.includes(kind) ? 1 : 0)),
  writes: sum((kind) => (READS.includes(kind) ? 0 : (requests[kind] ?? 1))),
  events: sum((kind) => measured.kinds[kind].events),
  eventBytes: sum((kind) => measured.kinds[kind].eventBytes),
  documentBytes: sum((kind) => measured.kinds[kind].documentBytes),
  /** Passwords hashed: each takes about 25 ms of a core, in threads beside the event loop. */
  passwords: perOrder['sign in'] + perOrder.register,
  micros: (
    room: 'gateway' | 'command-service' | 'query-service' | 'mongodb' | 'redis',
    only: readonly Kind[] = kinds,
  ) => sum((kind) => (only.includes(kind) ? measured.kinds[kind].processorMicros[room] : 0)),
}
