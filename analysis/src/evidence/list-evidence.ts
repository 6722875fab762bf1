import type { DuckDBConnection } from '@duckdb/node-api'
import type { Evidence, EvidenceQuery, EvidenceRow } from '@shop/language/analysis/evidence'
import { orderStream } from '@shop/language/order/events'
import { toDecimal } from '@shop/language/values/money'
import type { ModelsAsOf } from '../as-of/models-as-of.ts'
import type { PriceDocument } from '../as-of/price-projection.ts'
import { copiedEventOf } from '../as-of/projected-events.ts'
import { eventsWhere, existingStreams, isIn } from '../as-of/read-stream.ts'
import { seenAsOf } from '../as-of/seen.ts'
import { type CopyView, selectTable } from '../copy/copy-view.ts'
import type { Copy } from '../copy/open-copy.ts'
import type { CopiedEvent } from '../pseudonyms/copied-event.ts'
import { eventsTable } from '../tables/all-tables.ts'
import { evidenceRow } from './evidence-row.ts'
import { orderOfPieces, piecesOfProduct } from './pieces-of-product.ts'

/** Lists the events in the sequence of the given numbers, with product names and orders as of `asOf`. A change of price also has the former price. */
export function createEvidence(
  copy: Pick<Copy, 'view' | 'reading'>,
  { products, prices }: Pick<ModelsAsOf, 'products' | 'prices'>,
) {
  return async ({ events, asOf, product }: EvidenceQuery): Promise<Evidence> => {
    using view = copy.view()
    const seen = await seenAsOf(view, asOf)
    const [first, last] = [Math.min(...events), Math.min(seen.event, Math.max(...events))]
    const named = await products(view, seen.event)
    const priced = await prices(view, seen.event)
    const rows = await copy.reading(async (connection) => {
      const read = await connection.runAndReadAll(
        `SELECT * FROM (${selectTable(eventsTable, view, last, first)}) WHERE event IN (${events.join(', ')}) ORDER BY list_position([${events.join(', ')}], event)`,
      )
      const copied = read.getRowObjects().map(copiedEventOf)
      const piecesIn = product === undefined ? () => ({}) : await productPieces(connection, view, copied, product)
      const found = copied.map((event) => {
        const row = evidenceRow(event, (id) => named.get(id)?.name)
        return { ...withPriceBefore(row, row.product && priced.get(row.product.id)), ...piecesIn(event) }
      })
      const streams = new Set(found.flatMap(({ order }) => (order ? [orderStream(order)] : [])))
      const placed = await existingStreams(connection, view, [...streams], seen.event)
      const isPlaced = new Set(placed.map(({ stream }) => stream))
      return found.map(({ order, ...row }) => {
        if (order === undefined) return row
        return isPlaced.has(orderStream(order)) ? { ...row, order } : { ...row, checkout: order }
      })
    })
    return { asOf: seen, rows }
  }
}

async function productPieces(
  connection: DuckDBConnection,
  view: CopyView,
  events: readonly CopiedEvent[],
  product: string,
) {
  const orders = new Set(events.flatMap((event) => orderOfPieces(event) ?? []))
  const where = `type = 'OrderPlaced' AND stream ${isIn([...orders].map(orderStream))}`
  const placed = await eventsWhere(connection, view, where, orders.size)
  const items = new Map(placed.map(({ data }) => [(data as Placed).orderId, (data as Placed).items]))
  return (event: CopiedEvent) => {
    const ofProduct = piecesOfProduct(event, product, (order) => items.get(order))
    return ofProduct ? { ofProduct } : {}
  }
}

type Placed = Readonly<{
  orderId: string
  items: readonly Readonly<{ productId: string; quantity: number; paidCents: number }>[]
}>

function withPriceBefore(row: EvidenceRow, price: PriceDocument | undefined): EvidenceRow {
  const before = price?.changes[price.changes.findIndex(({ event }) => event === row.event) - 1]
  if (!before || row.amount?.of !== 'price') return row
  return { ...row, amount: { ...row.amount, before: toDecimal(before.priceCents) } }
}
