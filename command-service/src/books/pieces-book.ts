import { DatabaseSync } from 'node:sqlite'
import type { ShopEvent } from '@shop/language/all-events'
import type { Recorded } from '@shop/language/events/event'
import { checkoutOfHold } from '@shop/language/stock/events'

/** A product of an order with pieces that have not left stock yet. */
type Untaken = Readonly<{
  orderId: string
  productId: string
  ordered: number
  taken: number
  position: string
  at: string
}>

/** Checks that all pieces of every order leave stock once, and that no piece leaves stock without an order. */
export function createPiecesBook() {
  const db = new DatabaseSync('')
  db.exec(`
    PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
    CREATE TABLE pieces (orderId TEXT, productId TEXT, ordered INTEGER, taken INTEGER, position TEXT, at TEXT,
      PRIMARY KEY (orderId, productId)) WITHOUT ROWID, STRICT;
    BEGIN`)
  const order = db.prepare(`INSERT INTO pieces VALUES (?, ?, ?, 0, ?, ?)
    ON CONFLICT DO UPDATE SET ordered = ordered + excluded.ordered`)
  const take = db.prepare(
    'UPDATE pieces SET taken = taken + ? WHERE orderId = ? AND productId = ? AND taken + ?1 <= ordered',
  )
  const complete = db.prepare('DELETE FROM pieces WHERE orderId = ? AND productId = ? AND taken = ordered')
  const all = db.prepare('SELECT * FROM pieces ORDER BY position, productId')

  return {
    take({ type, data, position, metadata }: Recorded<ShopEvent>): readonly string[] {
      if (type === 'OrderPlaced')
        for (const { productId, quantity } of data.items)
          order.run(data.orderId, productId, quantity, position, metadata.recordedAt)
      if (type === 'PiecesReclaimed')
        for (const { productId, quantity } of data.pieces)
          order.run(data.orderId, productId, quantity, position, metadata.recordedAt)
      if (type !== 'StockTaken') return []
      const { productId, checkoutId: holdId } = data
      const orderId = checkoutOfHold(holdId)
      const quantity = data.lines.reduce((sum, line) => sum + line.quantity, 0)
      if (take.run(quantity, orderId, productId).changes === 0)
        return [
          `${quantity} of ${productId} leave the stock for ${orderId}, but it has not ordered them, or they left before`,
        ]
      complete.run(orderId, productId)
      return []
    },
    untaken: () => all.all() as unknown as readonly Untaken[],
    close: () => db.close(),
  }
}
