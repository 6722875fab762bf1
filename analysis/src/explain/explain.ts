import type { Explained, ExplainQuery } from '@shop/language/analysis/explain'
import { type DashboardDocument, TOTALS } from '@shop/language/dashboard/document'
import { type Figure, reasons } from '@shop/language/dashboard/figures'
import { toDecimal } from '@shop/language/values/money'
import type { ModelAsOf } from '../as-of/models-as-of.ts'
import type { ReasonDocument } from '../as-of/reasons-projection.ts'
import { seenAsOf } from '../as-of/seen.ts'
import type { Copy } from '../copy/open-copy.ts'
import { type Counted, countedEvents } from './counted-events.ts'

const USUAL = 50

type Models = Readonly<{ reasons: ModelAsOf<ReasonDocument>; dashboard: ModelAsOf<DashboardDocument> }>

export function createExplain(copy: Pick<Copy, 'view' | 'reading'>, models: Models) {
  return async ({ figure, asOf, from, to, before, limit = USUAL }: ExplainQuery): Promise<Explained> => {
    using view = copy.view()
    const seen = await seenAsOf(view, asOf)
    const isIn = (day: string) =>
      from === undefined || to === undefined ? day === TOTALS : day !== TOTALS && day >= from && day <= to
    const books = [...(await models.dashboard(view, seen.event)).values()].filter(({ _id }) => isIn(_id))
    const sums = [...(await models.reasons(view, seen.event)).values()].filter(
      (one) => one.figure === figure && isIn(one.day),
    )
    const wanted = {
      figure,
      from,
      to,
      limit,
      first: Math.min(...sums.map(({ first }) => first)),
      upTo: Math.min(before === undefined ? seen.event : before - 1, Math.max(0, ...sums.map(({ last }) => last))),
    }
    const page = await copy.reading((connection) => countedEvents(connection, view, wanted))
    return {
      asOf: seen,
      figure,
      value: shown(
        figure,
        books.reduce((total, of) => total + of[fieldOf[figure]], 0),
      ),
      events: sumOf(sums, 'events'),
      groups: groupsOf(figure, sums),
      page: page.map((one) => entryOf(figure, one)),
    }
  }
}

const fieldOf = { revenue: 'revenueCents', netRevenue: 'netRevenueCents', orders: 'orders' } as const

const shown = (figure: Figure, adds: number) => (figure === 'orders' ? adds : toDecimal(adds))

const sumOf = (sums: readonly ReasonDocument[], of: 'adds' | 'events') =>
  sums.reduce((total, sum) => total + sum[of], 0)

const groupsOf = (figure: Figure, sums: readonly ReasonDocument[]): Explained['groups'] =>
  reasons.flatMap((reason) => {
    const those = sums.filter((sum) => sum.reason === reason)
    if (those.length === 0) return []
    return [{ reason, events: sumOf(those, 'events'), adds: shown(figure, sumOf(those, 'adds')) }]
  })

const entryOf = (figure: Figure, { event, contribution: { day, reason, adds } }: Counted) => ({
  event: Number(event.position),
  recordedAt: event.metadata.recordedAt,
  type: event.type,
  order: (event.data as { orderId: string }).orderId,
  day,
  reason,
  adds: shown(figure, adds[figure]),
})
