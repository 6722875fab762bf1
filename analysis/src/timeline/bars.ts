import type { DuckDBConnection } from '@duckdb/node-api'
import type { Histogram, Timeline } from '@shop/language/analysis/answers'
import type { EventFilter } from '@shop/language/analysis/api'
import { type CopyView, selectTable } from '../copy/copy-view.ts'
import { eventsTable, tableOf } from '../tables/all-tables.ts'
import { chosenBy } from '../tables/event-filter.ts'

type Bars = Timeline['bars']
type Stretch = Pick<Timeline, 'first' | 'stepMs'>
/** The events after the event `after`, up to the event `upTo`. */
export type Range = Readonly<{ after: number; upTo: number }>

const MOST_BARS = 120
const MINUTE_MS = 60_000
const DAY_MS = 1440 * MINUTE_MS
/** A bar that is longer than these steps covers whole days. */
const STEPS_MS = [1, 5, 15, 60, 360].map((minutes) => minutes * MINUTE_MS)

export async function stretchOf(view: CopyView): Promise<Stretch> {
  if (view.event === 0) return { first: null, stepMs: DAY_MS }
  const [first, last] = [await view.momentOf(1), await view.momentOf(view.event)]
  const shortest = (last - first) / MOST_BARS
  const stepMs = STEPS_MS.find((step) => step >= shortest) ?? Math.ceil(shortest / DAY_MS) * DAY_MS
  return { first: new Date(first).toISOString(), stepMs }
}

/** Counts the events of each bar. If a clock went backwards, an event counts at the latest moment recorded before it. */
export async function barsOfAll(view: CopyView, { first, stepMs }: Stretch): Promise<Bars> {
  if (first === null) return []
  const bars: Bars[number][] = []
  const last = await view.momentOf(view.event)
  let before = 0
  for (let begin = Math.floor(Date.parse(first) / stepMs) * stepMs; begin <= last; begin += stepMs) {
    const upTo = await view.eventAt(begin + stepMs - 1)
    if (upTo > before) bars.push({ at: new Date(begin).toISOString(), events: upTo - before })
    before = upTo
  }
  return bars
}

/** How many events of each bar are in the range. The bars must be of all events, oldest first. */
export function withRange(bars: Bars, { after, upTo }: Range): Histogram['bars'] {
  let before = 0
  return bars.map((bar) => {
    const last = before + bar.events
    const inRange = Math.max(0, Math.min(last, upTo) - Math.max(before, after))
    before = last
    return { ...bar, inRange }
  })
}

/** Uses the type's own table if possible, because it is small. This table has no columns for the actor and the correlation. */
export async function barsOfChosen(
  connection: DuckDBConnection,
  view: CopyView,
  { first, stepMs }: Stretch,
  filter: EventFilter,
  { after, upTo }: Range,
): Promise<Histogram['bars']> {
  if (first === null) return []
  const chosen = chosenBy(filter)
  const isOfTable = chosen.every(([column]) => column === 'type' || column === 'stream')
  const table = (isOfTable && filter.type && tableOf(filter.type)) || eventsTable
  const wanted = table === eventsTable ? chosen : chosen.filter(([column]) => column !== 'type')
  const where = ['recordedAt IS NOT NULL', ...wanted.map(([column]) => `${column} = $${column}`)].join(' AND ')
  const read = await connection.runAndReadAll(
    `SELECT epoch_ms(recordedAt) // ${stepMs} AS bar, count(*) AS events,
       count(*) FILTER (event > ${after} AND event <= ${upTo}) AS inRange FROM (${selectTable(table, view)})
     WHERE ${where} GROUP BY bar ORDER BY bar`,
    Object.fromEntries(wanted),
  )
  return read.getRowObjects().map(({ bar, events, inRange }) => ({
    at: new Date(Number(bar) * stepMs).toISOString(),
    events: Number(events),
    inRange: Number(inRange),
  }))
}
