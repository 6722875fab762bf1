import type { Fold, PastEvent } from './past.ts'

const DAY_MS = 86_400_000
export type Numbered = PastEvent & { event: number }

export const numbered = (past: readonly PastEvent[]): readonly Numbered[] =>
  past.map((one, index) => ({ ...one, event: index + 1 }))
export const ordersIn = (past: readonly PastEvent[]) => numbered(past).filter(({ type }) => type === 'OrderPlaced')
const dayOf = (moment: string) => moment.slice(0, 10)
export const rounded = (value: number, digits: number) => Math.round(value * 10 ** digits) / 10 ** digits
export const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

export function weekOf(moment: string): string {
  const day = new Date(`${dayOf(moment)}T00:00:00Z`)
  const sinceMonday = (day.getUTCDay() + 6) % 7
  return new Date(day.getTime() - sinceMonday * DAY_MS).toISOString().slice(0, 10)
}

const endOf = (past: readonly PastEvent[]) => past.at(-1)!.recordedAt
const dayNumber = (moment: string) => Date.parse(dayOf(moment)) / DAY_MS

/** `start`: the period's first day. `daysObserved` is rounded down to three decimals. `lag`: the last days, which are not observed. */
export function observedIn(
  past: readonly PastEvent[],
  period: 'day' | 'week' | 'month',
  start: string,
  name: string = period,
  lag = 0,
) {
  const [year, month] = start.split('-').map(Number)
  const days = { day: 1, week: 7, month: new Date(Date.UTC(year!, month!, 0)).getUTCDate() }[period]
  const startMs = Date.parse(start)
  const endMs = startMs + days * DAY_MS
  const closedMs = Math.max(0, Date.parse(past[0]!.recordedAt) - startMs)
  const stillToComeMs = Math.max(0, endMs - Date.parse(endOf(past)) + lag * DAY_MS)
  const isWhole = closedMs + stillToComeMs === 0
  const observedMs = Math.max(0, days * DAY_MS - closedMs - stillToComeMs)
  const daysObserved = Math.floor((1000 * observedMs) / DAY_MS) / 1000
  return { [`whole${name.charAt(0).toUpperCase()}${name.slice(1)}`]: isWhole, daysObserved }
}

export const cohorts: Fold = (past, { cohort: period } = {}) => {
  const isByWeek = period === 'week'
  const customers = [...Map.groupBy(ordersIn(past), ({ data }) => data.customerId as string).values()]
  const firstDay = ([first]: readonly Numbered[]) => dayNumber(first!.recordedAt)
  const periodOf = ([first]: readonly Numbered[]) =>
    isByWeek ? weekOf(first!.recordedAt) : `${first!.recordedAt.slice(0, 7)}-01`
  return [...Map.groupBy(customers, periodOf)]
    .map(([start, cohort]) => {
      const isLater = (orders: readonly Numbered[]) =>
        orders.some(({ recordedAt }) => dayNumber(recordedAt) > firstDay(orders))
      const wholeDays = cohort.map((orders) => Math.max(0, dayNumber(endOf(past)) - firstDay(orders) - 1))
      const within = (days: number) => {
        const observed = cohort.filter((orders) => dayNumber(endOf(past)) - firstDay(orders) > days)
        const back = observed.filter((orders) =>
          orders.some(({ recordedAt }) => {
            const after = dayNumber(recordedAt) - firstDay(orders)
            return after >= 1 && after <= days
          }),
        )
        if (observed.length === 0) return [0, null, null] as const
        return [observed.length, back.length, rounded((100 * back.length) / observed.length, 1)] as const
      }
      const [[observed30Days, backIn30Days, percentIn30Days], [observed90Days, backIn90Days, percentIn90Days]] = [
        within(30),
        within(90),
      ]
      return {
        cohort: start,
        customers: cohort.length,
        backSoFar: cohort.filter(isLater).length,
        leastDays: Math.min(...wholeDays),
        observed30Days,
        backIn30Days,
        percentIn30Days,
        observed90Days,
        backIn90Days,
        percentIn90Days,
        ...observedIn(past, isByWeek ? 'week' : 'month', start, 'cohort'),
        evidence: cohort
          .flat()
          .map(({ event }) => event)
          .toSorted((a, b) => a - b),
      }
    })
    .toSorted((a, b) => byText(a.cohort, b.cohort))
}

/**
 * Returns the orders that are neither cancelled nor deleted at the end of the past. `events`: the event that placed the order, and each
 * event that cancelled, deleted or restored the order.
 */
export function soldOrders(past: readonly PastEvent[]): readonly (Numbered & { events: readonly number[] })[] {
  const orders = new Map<string, Numbered & { events: number[]; isCancelled: boolean; isDeleted: boolean }>()
  for (const one of numbered(past)) {
    const { orderId, from, to } = one.data
    if (one.type === 'OrderPlaced') orders.set(orderId, { ...one, events: [], isCancelled: false, isDeleted: false })
    const order = orders.get(orderId)
    if (!order) continue
    const was = [order.isCancelled, order.isDeleted].join()
    if (one.type === 'OrderStatusChanged' && from !== to) order.isCancelled = to === 'Cancelled'
    if (one.type === 'OrderDeleted') order.isDeleted = true
    if (one.type === 'OrderRestored') {
      order.isDeleted = false
      order.isCancelled = one.data.status === 'Cancelled'
    }
    if (one.type === 'OrderPlaced' || was !== [order.isCancelled, order.isDeleted].join()) order.events.push(one.event)
  }
  return [...orders.values()].filter(({ isCancelled, isDeleted }) => !isCancelled && !isDeleted)
}

export const inOrder = (events: Iterable<number>) => [...new Set(events)].toSorted((a, b) => a - b)

export const baskets: Fold = (past) => {
  type Pair = { ids: readonly [string, string]; orders: number; evidence: number[] }
  const pairs = new Map<string, Pair>()
  for (const { events, data } of soldOrders(past)) {
    const sold = data.items.map(({ productId }: { productId: string }) => productId)
    const things: string[] = [...new Set<string>(sold)].toSorted(byText)
    for (const [index, one] of things.entries())
      for (const other of things.slice(index + 1)) {
        const pair = pairs.get(`${one}&${other}`) ?? { ids: [one, other], orders: 0, evidence: [] }
        pair.orders++
        pair.evidence.push(...events)
        pairs.set(`${one}&${other}`, pair)
      }
  }
  const namings = numbered(past).filter(({ type, data }) => type === 'ProductListed' || data.changes?.name)
  return [...pairs.values()]
    .map(({ ids, orders, evidence }) => {
      const named = ids.map((id) => namings.findLast(({ data }) => data.productId === id)!)
      const [product, boughtWith] = named.map(({ data }) => (data.details ?? data.changes).name as string)
      const all = [...evidence, ...named.map(({ event }) => event)]
      return { product: product!, boughtWith: boughtWith!, orders, evidence: inOrder(all) }
    })
    .toSorted((a, b) => b.orders - a.orders || byText(a.product, b.product) || byText(a.boughtWith, b.boughtWith))
    .slice(0, 50)
}

export const sizeMix: Fold = (past) => {
  const sizes = new Map<string, { pieces: number; evidence: readonly number[] }>()
  for (const { events, data } of soldOrders(past))
    for (const { size, quantity } of data.items) {
      const line = sizes.get(size) ?? { pieces: 0, evidence: [] }
      sizes.set(size, { pieces: line.pieces + quantity, evidence: [...line.evidence, ...events] })
    }
  const all = [...sizes.values()].reduce((sum, { pieces }) => sum + pieces, 0)
  return [...sizes]
    .map(([size, { pieces, evidence }]) => ({
      size,
      pieces,
      percent: rounded((100 * pieces) / all, 1),
      evidence: inOrder(evidence),
    }))
    .toSorted((a, b) => b.pieces - a.pieces || byText(a.size, b.size))
}
