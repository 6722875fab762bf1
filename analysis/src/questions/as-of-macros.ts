import { type CopyView, selectTable } from '../copy/copy-view.ts'
import { tableOf } from '../tables/all-tables.ts'

/** `tables`: the tables that the function reads; their views must exist. */
export type TableMacro = Readonly<{ tables: readonly string[]; sql: string }>

/*
 * Orders, stock and carts after event n, by the rules of the shop's projections. Names of tables are qualified, so that a WITH of a
 * question cannot replace them.
 */

const orders = `
WITH statuses AS (
  SELECT orderId, max_by(status, event) AS status
  FROM (
    SELECT event, orderId, "to" AS status FROM main.OrderStatusChanged
    UNION ALL SELECT event, orderId, status FROM main.OrderRestored
  )
  WHERE event <= n
  GROUP BY orderId
), countries AS (
  SELECT orderId, max_by(country, event) AS country FROM main.OrderAddressChanged WHERE event <= n GROUP BY orderId
), steps AS (
  SELECT event, orderId, refundId, amountCents AS cents, 'requested' AS state FROM main.OrderRefundRequested
  UNION ALL SELECT event, orderId, refundId, amountCents, 'pending' FROM main.OrderRefundPending
  UNION ALL SELECT event, orderId, providerRefundId, amountCents, 'made' FROM main.RefundNoted
  UNION ALL SELECT event, orderId, refundId, NULL, 'made' FROM main.OrderRefunded
  UNION ALL SELECT event, orderId, refundId, NULL, 'refused' FROM main.OrderRefundRefused
  UNION ALL SELECT event, orderId, refundId, NULL, 'refused' FROM main.OrderRefundFailed
), refunds AS (
  SELECT orderId, sum(cents)::BIGINT AS cents
  FROM (
    SELECT orderId, refundId, min_by(cents, event) AS cents, max_by(state, event) AS state
    FROM steps
    WHERE event <= n
    GROUP BY orderId, refundId
  )
  WHERE state = 'made'
  GROUP BY orderId
), deletions AS (
  SELECT orderId, max_by(isDeleted, event) AS isDeleted
  FROM (
    SELECT event, orderId, TRUE AS isDeleted FROM main.OrderDeleted
    UNION ALL SELECT event, orderId, FALSE FROM main.OrderRestored
  )
  WHERE event <= n
  GROUP BY orderId
)
SELECT placed.event, orderId, placed.placedAt, placed.customerId, nullif(coalesce(countries.country, placed.country), '') AS country,
       coalesce(status, 'Processing') AS status, placed.totalCents, coalesce(refunds.cents, 0) AS refundedCents
FROM main.OrderPlaced placed
LEFT JOIN statuses USING (orderId)
LEFT JOIN countries USING (orderId)
LEFT JOIN refunds USING (orderId)
LEFT JOIN deletions USING (orderId)
WHERE placed.event <= n AND isDeleted IS NOT TRUE`

const stock = `
WITH pieces AS (
  SELECT event, productId, unnest(lines) AS line, -1 AS free, 1 AS reserved FROM main.StockReserved
  UNION ALL SELECT event, productId, unnest(lines), 1, -1 FROM main.ReservationReleased
  UNION ALL SELECT event, productId, unnest(lines), 0, -1 FROM main.StockTaken
  UNION ALL SELECT event, productId, unnest(lines), 1, 0 FROM main.StockReturned
), moves AS (
  SELECT event, productId, size, color, TRUE AS isCount, available AS free, 0 AS reserved FROM main.StockCounted
  UNION ALL SELECT event, productId, size, color, FALSE, difference, 0 FROM main.StockAdjusted
  UNION ALL SELECT event, productId, size, color, FALSE, quantity, 0 FROM main.StockReceived
  UNION ALL SELECT event, productId, line.size, line.color, FALSE, free * line.quantity, reserved * line.quantity FROM pieces
), shown AS (
  SELECT * FROM moves WHERE event <= n
  UNION ALL SELECT min(event), productId, '', '', FALSE, 0, 0 FROM moves WHERE event <= n GROUP BY productId
), counted AS (
  SELECT *, max(event) FILTER (isCount) OVER (PARTITION BY productId, size, color) AS countedAt FROM shown
)
SELECT productId, size, color, coalesce(sum(free) FILTER (event >= coalesce(countedAt, 0)), 0)::BIGINT AS available,
       sum(reserved)::BIGINT AS held, available + held AS onHand
FROM counted
GROUP BY productId, size, color`

export const carts = `
WITH added AS (
  SELECT event, ownerId, item FROM main.ItemAddedToCart
  UNION ALL SELECT event, ownerId, unnest(items) FROM main.GuestCartMerged
  UNION ALL SELECT event, ownerId, unnest(items) FROM main.PurchaseReturnedToCart
), bought AS (
  SELECT event, ownerId, unnest(lines) AS line FROM main.PurchaseLeftCart
), changes AS (
  SELECT event, ownerId, item.productId AS productId, item.size AS size, item.color AS color,
         {'sets': FALSE, 'pieces': item.quantity::BIGINT} AS change, item.priceCents AS priceCents
  FROM added
  UNION ALL
  SELECT event, ownerId, productId, size, color, {'sets': TRUE, 'pieces': quantity::BIGINT}, priceCents FROM main.CartQuantityChanged
  UNION ALL
  SELECT event, ownerId, productId, size, color, {'sets': TRUE, 'pieces': 0::BIGINT}, NULL FROM main.ItemRemovedFromCart
  UNION ALL
  SELECT event, ownerId, line.productId, line.size, line.color, {'sets': FALSE, 'pieces': -line.quantity::BIGINT}, NULL FROM bought
), ends AS (
  SELECT ownerId, max(event) AS event
  FROM (
    SELECT event, ownerId FROM main.GuestCartHandedOver
    UNION ALL SELECT event, ownerId FROM main.GuestCartClosed
    UNION ALL SELECT event, ownerId FROM main.GuestCartExpired
    UNION ALL SELECT event, accountId FROM main.AccountErased
  )
  WHERE event <= n
  GROUP BY ownerId
), lines AS (
  SELECT changes.ownerId, productId, size, color, max_by(priceCents, changes.event) AS priceCents,
         list_reduce(list(change ORDER BY changes.event), lambda before, next: {'sets': FALSE, 'pieces':
           CASE WHEN NOT next.sets THEN greatest(0, before.pieces + next.pieces)
                WHEN before.pieces > 0 THEN next.pieces ELSE 0 END}, {'sets': FALSE, 'pieces': 0::BIGINT}).pieces AS quantity
  FROM changes
  LEFT JOIN ends ON ends.ownerId = changes.ownerId
  WHERE changes.event <= n AND changes.event > coalesce(ends.event, 0)
  GROUP BY ALL
)
SELECT ownerId, productId, size, color, quantity, priceCents FROM lines WHERE quantity > 0`

/** Replaces the tables in one of the texts above by SELECTs from `view`, and n by `event`. */
export const selectAsOf = (select: string, view: CopyView, event: number) =>
  select
    .replaceAll(/\bmain\.(\w+)/g, (_, table: string) => `(${selectTable(tableOf(table)!, view, event)})`)
    .replaceAll('<= n', `<= ${event}`)

/** The macros below call this macro, to refuse an event that is later than the last event of the answer. */
export const lastEventMacro = (event: number) => `CREATE MACRO last_event() AS ${event}`

const macro = (name: string, select: string): readonly [string, TableMacro] => {
  const tables = [...select.matchAll(/\bmain\.(\w+)/g)].map(([, table]) => table!)
  const late = `error('${name}(' || n || ') is not possible: this answer is as of event ' || last_event())`
  const sql = `CREATE MACRO ${name}(n) AS TABLE SELECT * FROM (${select})
WHERE (SELECT CASE WHEN n > last_event() THEN ${late} ELSE TRUE END)`
  return [name, { tables: [...new Set(tables)], sql }]
}

/** TABLE: the functions that questions can call, by name. */
export const tableMacros: ReadonlyMap<string, TableMacro> = new Map([
  macro('orders_as_of', orders),
  macro('stock_as_of', stock),
  macro('carts_as_of', carts),
])
