import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { DatabaseSync, StatementSync } from 'node:sqlite'
import { sampleAddress } from '@shop/language/test-support/sample-address'
import { testPasswords } from '@shop/language/test-support/test-passwords'
import { readConfig } from '@shop/server/config'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startEmbedded } from './main.ts'

type Product = Readonly<{ _id: string; name: string; price: number; sizes: readonly string[] }>
type Run = Readonly<{ file: string; sql: string; values: readonly unknown[] }>

let folder: string
let shop: Awaited<ReturnType<typeof startEmbedded>>
let runs: Run[]
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'selvedge-costs-'))
  runs = []
  watchStatements()
  const environment = { DATA_DIR: folder, PORT: '0', ANALYSIS: 'off', DEMO: 'on', RATE_LIMITS: 'off' }
  shop = await startEmbedded(readConfig(environment), { web: false })
})
afterEach(async () => {
  await shop.close()
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true })
})

/** Records each statement that runs in a file of the shop. */
function watchStatements() {
  const files = new WeakMap<StatementSync, string>()
  const fileOf = (db: DatabaseSync) => basename(db.location() ?? '')
  const { prepare, exec } = DatabaseSync.prototype
  vi.spyOn(DatabaseSync.prototype, 'prepare').mockImplementation(function (this: DatabaseSync, sql, options) {
    const statement = prepare.call(this, sql, options)
    files.set(statement, fileOf(this))
    return statement
  })
  vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(function (this: DatabaseSync, sql) {
    runs.push({ file: fileOf(this), sql, values: [] })
    return exec.call(this, sql)
  })
  for (const how of ['run', 'get', 'all', 'iterate'] as const) {
    const original = StatementSync.prototype[how] as (...values: unknown[]) => unknown
    vi.spyOn(StatementSync.prototype, how).mockImplementation(function (this: StatementSync, ...values: unknown[]) {
      runs.push({ file: files.get(this) ?? '', sql: this.sourceSQL, values })
      return original.apply(this, values) as never
    })
  }
}

async function ask(method: string, path: string, body: object = {}, token?: string) {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const response = await fetch(shop.url + path, { method, headers, body: JSON.stringify(body) })
  const text = await response.text()
  expect(response.ok, `${path}: ${text}`).toBe(true)
  return JSON.parse(text)
}

/** A customer puts a product into the cart, pays and gets the order. */
async function buy(token: string) {
  const [product] = (await (await fetch(`${shop.url}/api/products?color=Black&limit=1`)).json()) as [Product]
  const line = { productId: product._id, size: product.sizes[0], color: 'Black', quantity: 1 }
  await ask('POST', '/api/cart', line, token)
  const checkout = await ask(
    'POST',
    '/api/checkout',
    {
      checkoutItems: [{ ...line, name: product.name, image: '', price: product.price }],
      shippingAddress: sampleAddress,
      paymentMethod: 'PayPal',
      totalPrice: product.price,
    },
    token,
  )
  const { _id: checkoutId } = checkout.checkout
  const { id } = await ask('POST', `/api/checkout/${checkoutId}/payment`, {}, token)
  await ask('POST', `/simulator/paypal/v2/checkout/orders/${id}/approve`)
  await ask('PUT', '/api/checkout/pay', { checkoutId, paymentStatus: 'paid', paymentDetails: { id } }, token)
  await ask('POST', `/api/checkout/${checkoutId}/finalize`, {}, token)
}

/** The types of the events after a position. */
async function typesAfter(position: string) {
  const types: string[] = []
  for await (const { events, caughtUp } of shop.log.follow(position, new AbortController().signal)) {
    types.push(...events.map(({ type }) => type))
    if (caughtUp) break
  }
  return types
}

const ofAPurchase = [
  'CheckoutFinalized',
  'CheckoutOpened',
  'CheckoutPaid',
  'CheckoutStarted',
  'ItemAddedToCart',
  'KeyClaimed',
  'KeyClaimed',
  'MailBegun',
  'MailSent',
  'OrderPlaced',
  'PaymentStarted',
  'PurchaseLeftCart',
  'StockHeld',
  'StockReserved',
  'StockTaken',
]

/** The provider sends two signals for each purchase: approved and captured. Each signal becomes an event, from which one job follows. */
const SIGNAL = 'SignalReceived'
const SIGNALS = 2

/** How many jobs were queued so far. */
const jobs = () =>
  runs
    .filter(({ file, sql }) => file === 'jobs.db' && sql.startsWith('INSERT INTO jobs'))
    .map(({ values }) => JSON.parse(String(values[1])).type as string)

/** Waits until a purchase is complete: its mail is sent, and the shop has acted on its signals. Signals can come at any time. */
async function expectOver(from: string, mails: number) {
  await expect
    .poll(() =>
      typesAfter(from).then((types) =>
        types.filter((type) => ['MailSent', 'CheckoutFinalized', SIGNAL].includes(type)).toSorted(),
      ),
    )
    .toEqual(['CheckoutFinalized', ...Array(mails).fill('MailSent'), ...Array(SIGNALS).fill(SIGNAL)])
  await expect.poll(() => jobs().filter((type) => type === 'FollowSignal')).toHaveLength(SIGNALS)
}

/** The number of the log's transactions that had an event of the purchase. */
function transactionsOf(log: readonly Run[]) {
  let count = 0
  let isOurs = false
  for (const { sql, values } of log) {
    if (sql.startsWith('INSERT INTO events')) isOurs ||= !values.includes(SIGNAL)
    if (sql !== 'COMMIT') continue
    if (isOurs) count++
    isOurs = false
  }
  return count
}

test('a purchase needs only a few statements on the read models, a few jobs and a few transactions of the log', async () => {
  const person = { name: 'Ada Weaver', email: 'ada@x.test', password: testPasswords.customer }
  const { token } = await ask('POST', '/api/users/register', person)
  // The first purchase fills the caches. Its mail comes after the customer's welcome mail.
  await buy(token)
  await expectOver('', 2)
  const from = await shop.log.head()
  runs = []
  await buy(token)
  await expectOver(from, 1)
  const types = await typesAfter(from)
  const of = (file: string) => runs.filter((run) => run.file === file)

  // The health checks read all checkpoints and failures from time to time.
  const moved = of('read-models.db').filter(
    ({ sql }) => !/^(BEGIN|COMMIT|SELECT projections?, \w+ FROM (checkpoints|failures)$)/.test(sql),
  )
  expect(
    moved.length / types.length,
    JSON.stringify(
      moved.map(({ sql }) => sql),
      undefined,
      1,
    ),
  ).toBeLessThanOrEqual(4)
  expect(jobs().length, String(jobs())).toBeLessThanOrEqual(9)
  expect(types.filter((type) => type !== SIGNAL).toSorted()).toEqual(ofAPurchase)
  expect(transactionsOf(of('events.db'))).toBeLessThanOrEqual(14)
})
