import { behindAnOrder, ordersPerS, READS } from './load.ts'
import measured from './measured-rooms.json' with { type: 'json' }
import { quantileMs, utilisation } from './queue.ts'

/** The highest utilisation planned for in the busiest second: above it, waiting grows faster than load. */
const FULL = 0.6
const CORES = 8

/**
 * The log's server, as measured on an EventStoreDB 23.10.8 with two cores shared with its client: 5,040 appends a second
 * of 64 writers, each answered after 9.7 ms at the median; 563 bytes on disk for an event of 400. A floor, not a limit of the product.
 */
const LOG = { appendsPerS: 5_040, appendMs: 9.7, overheadBytes: 163 }
/** Query-services that ran while they were measured; their processor time is summed. */
const MEASURED_TOGETHER = 2
/** The share of all orders that want the most wanted product. ASSUMED. */
const HOTTEST_SHARE = 0.05
/** A purchase reserves stock and commits it: two appends to the product's one stock stream. */
const STOCK_APPENDS = 2

export type Station = Readonly<{
  name: string
  /** What can be added to carry more load; undefined where there can be only one. */
  unit: string | undefined
  /** Each unit is a queue of its own with this many servers. */
  servers: number
  arrivalsAnOrder: number
  serviceMs: number
}>

const millis = (micros: number) => micros / 1_000
const passwordMs = millis(measured.passwordMicros)
const { requests, reads, writes, passwords, events, micros } = behindAnOrder
const deciding = millis(micros('command-service')) - passwords * passwordMs

export const stations: readonly Station[] = [
  {
    name: 'gateway',
    unit: 'process',
    servers: 1,
    arrivalsAnOrder: requests,
    serviceMs: millis(micros('gateway')) / requests,
  },
  {
    name: 'query-service, answering',
    unit: 'process',
    servers: 1,
    arrivalsAnOrder: reads,
    serviceMs: millis(micros('query-service', READS)) / reads,
  },
  {
    // Every process follows every change, so more processes do not share this work.
    name: 'query-service, following',
    unit: undefined,
    servers: 1,
    arrivalsAnOrder: events,
    serviceMs: millis(micros('query-service') - micros('query-service', READS)) / MEASURED_TOGETHER / events,
  },
  {
    name: 'command-service, deciding',
    unit: 'process',
    servers: 1,
    arrivalsAnOrder: writes,
    serviceMs: deciding / writes,
  },
  { name: 'command-service, passwords', unit: 'thread', servers: 1, arrivalsAnOrder: passwords, serviceMs: passwordMs },
  {
    name: 'projections',
    unit: undefined,
    servers: 1,
    arrivalsAnOrder: events,
    serviceMs: millis(measured.inBatches.projections),
  },
  { name: 'log, leader', unit: undefined, servers: 1, arrivalsAnOrder: events, serviceMs: 1_000 / LOG.appendsPerS },
  {
    name: 'hottest stock stream',
    unit: undefined,
    servers: 1,
    arrivalsAnOrder: STOCK_APPENDS * HOTTEST_SHARE,
    serviceMs: LOG.appendMs,
  },
  {
    name: 'MongoDB, primary',
    unit: undefined,
    servers: CORES,
    arrivalsAnOrder: requests,
    serviceMs: millis(micros('mongodb')) / requests,
  },
  {
    name: 'Redis',
    unit: undefined,
    servers: 1,
    arrivalsAnOrder: requests,
    serviceMs: millis(micros('redis')) / requests,
  },
]

export type Need = Readonly<{
  name: string
  arrivalsPerS: number
  serviceMs: number
  units: number
  unit: string | undefined
  utilisation: number
  p50Ms: number
  p99Ms: number
}>

/** What a station needs at this many orders a second: how many units below the planned utilisation, or how utilised the only one is. */
export function needOf({ name, unit, servers, arrivalsAnOrder, serviceMs }: Station, orders: number): Need {
  const arrivalsPerS = arrivalsAnOrder * orders
  const one = { arrivalsPerS, serviceMs, servers }
  const units = unit === undefined ? 1 : Math.max(1, Math.ceil(utilisation(one) / FULL))
  const queue = { ...one, arrivalsPerS: arrivalsPerS / units }
  return {
    name,
    arrivalsPerS,
    serviceMs,
    units,
    unit,
    utilisation: utilisation(queue),
    p50Ms: quantileMs(queue, 0.5),
    p99Ms: quantileMs(queue, 0.99),
  }
}

/** The orders a day at which each station that cannot be added to reaches the planned utilisation, lowest first. */
export const limits = (peak: number) =>
  stations
    .filter(({ unit }) => unit === undefined)
    .map((station) => {
      const used = needOf(station, ordersPerS(1, peak)).utilisation
      return { name: station.name, ordersADay: Math.floor(FULL / used) }
    })
    .toSorted((one, other) => one.ordersADay - other.ordersADay)

/** What a day of orders adds to the log and to the documents. */
export const growthADay = (ordersADay: number) => ({
  logBytes: ordersADay * (behindAnOrder.eventBytes + behindAnOrder.events * LOG.overheadBytes),
  documentBytes: ordersADay * behindAnOrder.documentBytes,
})
