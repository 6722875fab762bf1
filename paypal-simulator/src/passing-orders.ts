import type { DatabaseSync } from 'node:sqlite'

/** `shop`: the shop's server, which has the secret. `stranger`: any browser. */
export type OrderedBy = 'shop' | 'stranger'

const MOST_STRANGERS = 1000
const DAY_MS = 24 * 60 * 60 * 1000
/** How long an order stays on the list before it is deleted. */
const KEPT_MS = { shop: 7 * DAY_MS, stranger: DAY_MS }
/** Each added order deletes up to this many old orders of the shop, and as many of strangers. */
const MOST_REMOVED_AT_ONCE = 20

// Storage format: only add to this schema, because files of older versions of the simulator must stay readable.
const schema = `
  CREATE TABLE IF NOT EXISTS passing (
    orderId TEXT PRIMARY KEY REFERENCES orders (id), orderedBy TEXT NOT NULL, since TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS passingBySince ON passing (orderedBy, since);
`

/**
 * The list of orders that are deleted when they are old. A captured order that the shop has created or looked up leaves the list. So that
 * strangers cannot fill the disk, their oldest orders are deleted early. The statements run inside the caller's transaction.
 */
export function keepPassingOrders(database: DatabaseSync) {
  database.exec(schema)
  const insert = database.prepare('INSERT INTO passing VALUES (?, ?, ?)')
  const find = database.prepare('SELECT orderedBy FROM passing WHERE orderId = ?')
  const findCapture = database.prepare('SELECT 1 FROM captures WHERE orderId = ?')
  const change = database.prepare("UPDATE passing SET orderedBy = 'shop' WHERE orderId = ?")
  const takeOffList = database.prepare('DELETE FROM passing WHERE orderId = ?')
  const count = database.prepare("SELECT count(*) AS strangers FROM passing WHERE orderedBy = 'stranger'")
  const oldest = database.prepare(
    'SELECT orderId FROM passing WHERE orderedBy = ? AND since < ? ORDER BY since LIMIT ?',
  )
  const captures = 'SELECT id FROM captures WHERE orderId = ?'
  const removals = [
    `DELETE FROM refundChanges WHERE refundId IN (SELECT id FROM refunds WHERE captureId IN (${captures}))`,
    `DELETE FROM captureChanges WHERE captureId IN (${captures})`,
    'DELETE FROM orderChanges WHERE orderId = ?',
    `DELETE FROM refunds WHERE captureId IN (${captures})`,
    'DELETE FROM captures WHERE orderId = ?',
    'DELETE FROM passing WHERE orderId = ?',
    'DELETE FROM orders WHERE id = ?',
  ].map((statement) => database.prepare(statement))

  function remove(orderedBy: OrderedBy, before: string, most: number) {
    for (const { orderId } of oldest.all(orderedBy, before, most))
      for (const removal of removals) removal.run(orderId as string)
  }

  return {
    add(orderId: string, by: OrderedBy, now: Date) {
      for (const each of ['shop', 'stranger'] as const)
        remove(each, new Date(now.getTime() - KEPT_MS[each]).toISOString(), MOST_REMOVED_AT_ONCE)
      const { strangers } = count.get() as { strangers: number }
      if (by === 'stranger' && strangers >= MOST_STRANGERS) remove(by, LATER_THAN_ALL, strangers - MOST_STRANGERS + 1)
      insert.run(orderId, by, now.toISOString())
    },

    noteShopAsked(orderId: string) {
      if ((find.get(orderId) as { orderedBy: OrderedBy } | undefined)?.orderedBy !== 'stranger') return
      if (findCapture.get(orderId)) takeOffList.run(orderId)
      else change.run(orderId)
    },

    noteCapture(orderId: string) {
      const passing = find.get(orderId) as { orderedBy: OrderedBy } | undefined
      if (passing?.orderedBy === 'shop') takeOffList.run(orderId)
    },
  }
}

const LATER_THAN_ALL = '9999'
