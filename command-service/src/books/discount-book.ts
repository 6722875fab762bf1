import { DatabaseSync } from 'node:sqlite'
import type { ShopEvent } from '@shop/language/all-events'
import type { PricedItem } from '@shop/language/events/bought'
import type { Recorded } from '@shop/language/events/event'
import { checkoutOfHold } from '@shop/language/stock/events'
import { dollars } from './money-ledger.ts'

type Given = Readonly<{ emailKey: string; cents: number }>

/**
 * Checks the discount codes for first orders: one checkout at a time holds a code, and one order uses it. Each order's total must be the
 * sum of its lines' paid prices, and also the full price minus the discount.
 */
export function createDiscountBook() {
  const db = new DatabaseSync('')
  db.exec(`
    PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
    CREATE TABLE given (checkoutId TEXT PRIMARY KEY, emailKey TEXT, cents INTEGER) WITHOUT ROWID, STRICT;
    CREATE TABLE held (emailKey TEXT PRIMARY KEY, id TEXT) WITHOUT ROWID, STRICT;
    CREATE TABLE used (emailKey TEXT PRIMARY KEY, id TEXT) WITHOUT ROWID, STRICT;
    BEGIN`)
  const give = db.prepare('INSERT INTO given VALUES (?, ?, ?)')
  const givenTo = db.prepare('SELECT emailKey, cents FROM given WHERE checkoutId = ?')
  const hold = db.prepare('INSERT INTO held VALUES (?, ?)')
  const remove = db.prepare('DELETE FROM held WHERE emailKey = ? AND id = ?')
  const holderOf = db.prepare('SELECT id FROM held WHERE emailKey = ?')
  const use = db.prepare('INSERT INTO used VALUES (?, ?)')
  const userOf = db.prepare('SELECT id FROM used WHERE emailKey = ?')
  const unused = db.prepare('SELECT id FROM held WHERE emailKey NOT IN (SELECT emailKey FROM used) ORDER BY id')
  const idIn = (row: unknown) => (row as { id: string } | undefined)?.id

  function useOf(orderId: string, { emailKey }: Given): readonly string[] {
    const holder = idIn(holderOf.get(emailKey))
    const user = idIn(userOf.get(emailKey))
    if (user !== undefined) return [`${orderId} is ordered with a code that ${user} has used`]
    use.run(emailKey, orderId)
    const isHolder = holder !== undefined && checkoutOfHold(holder) === orderId
    return isHolder ? [] : [`${orderId} is ordered with a code that ${holder ?? 'no checkout'} holds`]
  }

  function free(emailKey: string, holdId: string): readonly string[] {
    if (remove.run(emailKey, holdId).changes === 0) return [`${holdId} releases a code that it does not hold`]
    const isUsed = idIn(userOf.get(emailKey)) === checkoutOfHold(holdId)
    return isUsed ? [`${holdId} releases a code that its order has used`] : []
  }

  return {
    take({ type, data }: Recorded<ShopEvent>): readonly string[] {
      if (type === 'DiscountGiven') give.run(data.checkoutId, data.emailKey, data.amountCents)
      if (type === 'DiscountReleased') return free(data.emailKey, data.checkoutId)
      if (type === 'DiscountReserved') {
        const holder = idIn(holderOf.get(data.emailKey))
        if (holder !== undefined) return [`${data.checkoutId} takes a code that ${holder} holds`]
        hold.run(data.emailKey, data.checkoutId)
      }
      if (type !== 'OrderPlaced') return []
      const given = givenTo.get(data.orderId) as Given | undefined
      return [...differences(data, given?.cents ?? 0), ...(given ? useOf(data.orderId, given) : [])]
    },
    unused: () => (unused.all() as { id: string }[]).map(({ id }) => id),
    close: () => db.close(),
  }
}

type Ordered = Readonly<{ orderId: string; items: readonly PricedItem[]; totalCents: number }>

function differences({ orderId, items, totalCents }: Ordered, givenCents: number): readonly string[] {
  const paidCents = items.reduce((sum, item) => sum + item.paidCents, 0)
  const lessCents = items.reduce((sum, item) => sum + item.priceCents * item.quantity, 0) - totalCents
  return [
    ...(paidCents === totalCents
      ? []
      : [`the lines of ${orderId} add up to ${dollars(paidCents)}, and its total is ${dollars(totalCents)}`]),
    ...(lessCents === givenCents
      ? []
      : [`${orderId} costs ${dollars(lessCents)} less than its lines, but its discount is ${dollars(givenCents)}`]),
  ]
}
