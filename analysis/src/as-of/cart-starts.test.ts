import { closeSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { definitionOf } from '@shop/language/all-events'
import { CheckoutOpened, cartStream, ItemAddedToCart, PurchaseLeftCart } from '@shop/language/cart/events'
import { openSqliteEventStore } from '@shop/stores/event-store/sqlite/sqlite-event-store'
import { pragma } from '@shop/stores/open-sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copying, KEY, newFolder } from '../../test-support/copied-shop.ts'
import { cartStartsFile, filesOf } from '../copy/copy-files.ts'
import { createPseudonyms } from '../pseudonyms/pseudonyms.ts'
import { createModelsAsOf } from './models-as-of.ts'

const EVERY = 4
/** After this many events, the contents of a cart that is still open are recorded again. */
const SPAN = 5 * EVERY
const store = openSqliteEventStore(':memory:')
const place = newFolder()
const metadata = {
  correlationId: 'r',
  causationId: 'c',
  actor: { role: 'system' },
  recordedAt: '2026-03-01T00:00:00.000Z',
} as const
const ownerId = 'account-1'
const line = { productId: 'p1', size: 'M', color: 'Navy', quantity: 1 }
const added = ItemAddedToCart({ ownerId, item: { ...line, name: 'Scarf', image: '/scarf.webp', priceCents: 100 } })
/** Event 2 empties the cart. After that the cart always has something in it, or its owner has an open checkout. */
const history = [
  added,
  PurchaseLeftCart({ ownerId, orderId: 'o1', lines: [line] }),
  CheckoutOpened({ ownerId, checkoutId: 'c1' }),
  ...Array.from({ length: 29 }, () => added),
]
const KEPT_AT = 3 + SPAN

let appended = 0
async function append(event: (typeof history)[number]) {
  const { version: schemaVersion } = definitionOf(event.type)
  const recorded = { ...event, id: `e${appended}`, metadata: { ...metadata, schemaVersion } }
  await store.append(cartStream(ownerId), appended++ - 1, [recorded])
}

beforeAll(async () => {
  for (const event of history) await append(event)
})
afterAll(async () => {
  await store.close()
  place.remove()
})

/**
 * For each of these events: where folding the cart starts, as of this event. `key`: the key of the copy's pseudonyms. `looks`: how often
 * `keepUp` runs before.
 */
const startsAt = (events: readonly number[], { key = KEY, looks = 1 } = {}) =>
  copying(
    store,
    place.folder,
    async (copy) => {
      await copy.settled()
      const models = createModelsAsOf(copy, place.folder, EVERY)
      const owner = createPseudonyms(key)(ownerId)
      let starts: readonly unknown[] = []
      for (let look = 0; look < looks; look++) {
        await models.keepUp(new AbortController().signal)
        starts = await Promise.all(events.map(async (event) => (await models.cartStarts([owner], event)).get(owner)))
      }
      return starts
    },
    { key },
  )
const known = [
  undefined,
  { event: 2, version: 1 },
  { event: 2, version: 1 },
  {
    event: KEPT_AT,
    version: KEPT_AT - 1,
    document: expect.objectContaining({ heldBy: 'c1', items: [expect.objectContaining({ quantity: SPAN })] }),
  },
]
const ASKED = [1, 2, KEPT_AT - 1, history.length]

test('folding a cart starts where the cart was last empty, or at recorded contents if that is long ago', async () => {
  expect(await startsAt(ASKED)).toEqual(known)
  // Nothing has changed, so a second run gives the same starts.
  expect(await startsAt(ASKED)).toEqual(known)
})

test('a damaged or removed file is built again', async () => {
  for (const file of filesOf(cartStartsFile(place.folder))) rmSync(file, { force: true })
  writeFileSync(cartStartsFile(place.folder), 'no database at all, but more than a header of one'.repeat(200))
  expect(await startsAt(ASKED)).toEqual(known)
  rmSync(cartStartsFile(place.folder))
  expect(await startsAt(ASKED)).toEqual(known)
})

test.each(['reached', 'carts', 'starts'])('a file with damage only in table %s is built again', async (table) => {
  damage(cartStartsFile(place.folder), table)
  for (let n = 0; n < EVERY; n++) await append(added)
  // In the first run a reader can find the damage after the file was kept up. Then the second run builds the file again.
  expect(await startsAt(ASKED, { looks: 2 })).toEqual(known)
  expect(await startsAt(ASKED)).toEqual(known)
})

test('a copy with other pseudonyms begins a new file', async () => {
  expect(await startsAt(ASKED, { key: Buffer.alloc(32, 8) })).toEqual(known)
})

function damage(file: string, table: string) {
  using db = new DatabaseSync(file)
  const page = Number(db.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').get(table)?.rootpage)
  const pageBytes = Number(pragma(db, 'page_size'))
  const descriptor = openSync(file, 'r+')
  writeSync(descriptor, Buffer.alloc(pageBytes, 0xff), 0, pageBytes, (page - 1) * pageBytes)
  closeSync(descriptor)
}
