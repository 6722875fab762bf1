import type { DuckDBConnection } from '@duckdb/node-api'
import type { ActivityAsOf } from '@shop/language/analysis/api'
import { type CopyView, selectTable } from '../copy/copy-view.ts'
import type { Copy } from '../copy/open-copy.ts'
import { carts, selectAsOf } from '../questions/as-of-macros.ts'
import { tableOf } from '../tables/all-tables.ts'
import type { ModelsAsOf } from './models-as-of.ts'
import { seenAsOf } from './seen.ts'

/** TABLE: which events each number counts. `only`: a condition in SQL. */
const counted = {
  cartAdds: { type: 'ItemAddedToCart' },
  checkouts: { type: 'CheckoutStarted' },
  // A late payment can be reported again for the same checkout.
  checkoutsPaid: { type: 'CheckoutPaid', count: 'count(DISTINCT checkoutId)' },
  ordersPlaced: { type: 'OrderPlaced' },
} as const
/** An order that was refunded after its deletion is restored as Cancelled. */
const cancellations = `
SELECT event FROM main.OrderStatusChanged WHERE "to" = 'Cancelled' AND "from" <> 'Cancelled'
UNION ALL
SELECT restored.event
FROM main.OrderRestored restored
ASOF JOIN main.OrderDeleted deleted ON deleted.orderId = restored.orderId AND deleted.event < restored.event
WHERE restored.status = 'Cancelled' AND deleted.status <> 'Cancelled'`
type Counted = Readonly<{ type: string; count?: string; only?: string }>

export function createActivityAsOf(copy: Pick<Copy, 'view' | 'reading'>, models: Pick<ModelsAsOf, 'prices' | 'stock'>) {
  return async (asOf: number | string | undefined): Promise<ActivityAsOf> => {
    using view = copy.view()
    const seen = await seenAsOf(view, asOf)
    const counts = await copy.reading((connection) => countsOf(connection, view, seen.event))
    const prices = await models.prices(view, seen.event)
    const stock = await models.stock(view, seen.event)
    const lines = [...stock.values()].flatMap((document) => document.lines)
    return {
      asOf: seen,
      ...counts,
      // A product's first price is not a change.
      priceChanges: [...prices.values()].reduce((sum, { changes }) => sum + changes.length - 1, 0),
      piecesOnHold: lines.reduce((sum, { reserved }) => sum + reserved, 0),
    }
  }
}

type Counts = Record<keyof typeof counted | 'ordersCancelled' | 'openCarts', number>

async function countsOf(connection: DuckDBConnection, view: CopyView, event: number): Promise<Counts> {
  const columns = Object.entries<Counted>(counted).map(([name, { type, count = 'count(*)', only = 'TRUE' }]) => {
    const events = selectTable(tableOf(type)!, view, event)
    return `(SELECT ${count} FROM (${events}) WHERE ${only}) AS ${name}`
  })
  const ordersCancelled = `(SELECT count(*) FROM (${selectAsOf(cancellations, view, event)})) AS ordersCancelled`
  const openCarts = `(SELECT count(DISTINCT ownerId) FROM (${selectAsOf(carts, view, event)})) AS openCarts`
  const read = await connection.runAndReadAll(`SELECT ${[...columns, ordersCancelled, openCarts].join(', ')}`)
  const [row = {}] = read.getRowObjects()
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value)])) as Counts
}
