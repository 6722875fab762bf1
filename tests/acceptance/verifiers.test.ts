import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openSqliteEventStore } from '@shop/stores/event-store/sqlite/sqlite-event-store'
import { freePort } from '@shop/stores/test-support/free-port'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callerAt } from '../support/caller.ts'
import { adminAt, buy, customerAt, lineOf, listProduct } from '../support/people.ts'
import { spawnShop } from '../support/shop-process.ts'
import { strongGuestId } from '../support/strong-guest-id.ts'
import { runCommand } from './run-command.ts'

let folder: string
let shop: ReturnType<typeof spawnShop>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'selvedge-verifiers-'))
  shop = spawnShop(folder, await freePort(), { DEMO: 'off' })
  await shop.ready()
  const product = await listProduct(await adminAt(shop.url), { countInStock: 5 })
  await buy(await customerAt(shop.url), product, 2)
  await callerAt(shop.url).post('/api/cart', { ...lineOf(product), guestId: strongGuestId() })
})
afterAll(async () => {
  await shop.end('SIGKILL')
  await rm(folder, { recursive: true })
})

const COMMANDS = {
  'verify-log': 'tools/verify-log.ts',
  'verify-models': 'projections/src/verify-models/main.ts',
  'verify-books': 'command-service/src/books/main.ts',
}

/** Runs a verifier on the shop's data folder. */
const verify = (command: keyof typeof COMMANDS, ...words: readonly string[]) =>
  runCommand(COMMANDS[command], words, { DATA_DIR: folder })

/** Changes one of the shop's databases. */
function change(file: string, sql: string) {
  const db = new DatabaseSync(join(folder, file))
  db.exec(sql)
  db.close()
}

test('all three verifiers pass beside a running shop', async () => {
  const all = await Promise.all([verify('verify-log'), verify('verify-models'), verify('verify-books', '--settled')])
  expect(all.map(({ code, error }) => ({ code, error }))).toEqual(all.map(() => ({ code: 0, error: '' })))
  const [log, models, books] = all.map(({ out }) => out)
  expect(log).toMatch(/events\.db is sound up to position \d+, hash \S+\n$/)
  expect(models).toMatch(/^orders@\d+ at position \d+: 1 documents match the rebuild, hash \S+$/m)
  expect(books).toMatch(
    /^The books balance after each of \d+ events: 1 products, 0 pieces reserved, 1 orders of 50\.00/,
  )
})

test('a log without some acknowledged events is reported', async () => {
  const { code, error } = await verify('verify-log', '--expect-position=9000')
  expect({ code, error }).toEqual({
    code: 1,
    error: expect.stringMatching(/was cut off after position \d+. Position 9000 was ack/),
  })
  expect((await verify('verify-log', '--expect-position=many')).error).toMatch(/^Usage: npm run shop -- verify-log/)
})

test('each planted fault is found and named by the verifier for such faults', async () => {
  await shop.end('SIGTERM')
  change('read-models.db', `UPDATE "${liveTable('stock')}" SET document = json_set(document, '$.lines[0].onHand', 77)`)
  const models = await verify('verify-models')
  expect(models.out).toMatch(/^FOUND stock@\d+ at position \d+: \S+ differs in lines$/m)
  expect({ code: models.code, error: models.error }).toEqual({
    code: 1,
    error: 'The read models do not match the log. Findings: 1\n',
  })

  change('events.db', "UPDATE events SET data = json_set(data, '$.totalCents', 4900) WHERE type = 'OrderPlaced'")
  const books = await verify('verify-books')
  expect(books.out).toMatch(
    /^FOUND at position \d+, OrderPlaced in order-\S+: the amount of \S+ is 50\.00, but the order has 49\.00$/m,
  )
  expect(books.out).toMatch(/^FOUND at .+: the lines of \S+ add up to 50\.00, and its total is 49\.00$/m)
  expect({ code: books.code, error: books.error }).toEqual({
    code: 1,
    error: expect.stringMatching(/^The books do not balance. Findings: 4, in \d+ events/),
  })
  expect((await verify('verify-log')).error).toMatch(/events\.db was changed at or right before position \d+\n$/)
})

test('orders whose books an earlier release left unbalanced are listed separately, and are not faults of this release', async () => {
  const kept = await mkdtemp(join(tmpdir(), 'selvedge-kept-books-'))
  await cp(join(import.meta.dirname, '../earlier-shop/kept/data-folder'), kept, { recursive: true })
  const { code, error, out } = await runCommand(COMMANDS['verify-books'], ['--settled'], { DATA_DIR: kept })
  expect({ code, error }).toEqual({ code: 0, error: '' })
  expect(out).toMatch(
    /^EARLIER release .+: at position \d+, OrderDeleted in .+: 12\.00 of its payment are due, but the event says 0.00$/m,
  )
  expect(out).toMatch(/^4 findings come from earlier releases/m)
  expect(out).toMatch(/^Apart from these, the books balance after each of/m)
  await rm(kept, { recursive: true })
})

test('an event of an unknown type is reported', async () => {
  const fresh = join(folder, 'fresh.db')
  const store = openSqliteEventStore(fresh)
  const metadata = { correlationId: 'r', causationId: 'c', actor: { role: 'system' } as const, recordedAt: '' }
  await store.append('gift-1', -1, [
    { type: 'GiftSent', data: {}, id: 'g', metadata: { ...metadata, schemaVersion: 1 } },
  ])
  await store.close()
  const { code, error } = await verify('verify-log', fresh)
  expect({ code, error }).toEqual({
    code: 1,
    error: expect.stringMatching(/does not know: GiftSent of version 1 at position 1\n$/),
  })
})

function liveTable(family: string) {
  const db = new DatabaseSync(join(folder, 'read-models.db'), { readOnly: true })
  const name = db.prepare("SELECT name FROM live WHERE collection LIKE ? || '@%'").get(family)?.name
  db.close()
  return String(name)
}
