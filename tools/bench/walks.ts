import { setTimeout as sleep } from 'node:timers/promises'
import { filesOf, watchFunctions } from '../../tests/support/called-functions.ts'
import type { Answer } from '../../tests/support/caller.ts'
import {
  adminAt,
  approvedPayment,
  customerAt,
  guestAt,
  lineOf,
  listProduct,
  pay,
  startCheckout,
} from '../../tests/support/people.ts'
import { startShop } from '../../tests/support/shop.ts'
import { judge } from './judge.ts'
import { optionsOf } from './options.ts'

/*
 * `npm run bench -- walks` counts the shop's files and functions that run for a request and for the work that it causes. `--list` prints
 * their names.
 */
const values = optionsOf('npm run bench -- walks', { list: { type: 'boolean' } })
/** After this time, the read models have the events of a command, and the jobs of a purchase are done. */
const SETTLE_MS = 300

type Walk = Readonly<{
  says: string
  files: number
  functions: number
  ask: () => Promise<unknown>
  prepare?: () => Promise<void>
}>

const shop = await startShop({ NODE_ENV: 'test', RATE_LIMITS: 'on' })
const { calledBy, end } = await watchFunctions()
try {
  const product = await listProduct(await adminAt(shop.url), { countInStock: 1_000_000 })
  const guest = guestAt(shop.url)
  let [customer, checkoutId] = [await customerAt(shop.url), '']
  async function payForCheckout() {
    // The shop limits the payments of one customer.
    customer = await customerAt(shop.url)
    checkoutId = (await startCheckout(customer, product))._id
    // A job would soon place the order by itself, so the next request follows at once.
    requireOk(await pay(customer, checkoutId, await approvedPayment(customer, checkoutId)))
  }
  async function settled(asked: Promise<Answer>) {
    requireOk(await asked)
    await sleep(SETTLE_MS)
  }
  function requireOk({ status, body }: Answer) {
    if (status >= 300) throw new Error(`answered with ${status}: ${JSON.stringify(body)}`)
  }
  const list = '/api/products?gender=Men&sortBy=priceAsc&limit=20'
  const walks: readonly Walk[] = [
    {
      says: 'POST /api/cart',
      files: 60,
      functions: 170,
      ask: () => settled(guest.post('/api/cart', { ...lineOf(product), guestId: guest.guestId })),
    },
    {
      says: 'POST /api/checkout/{id}/finalize',
      files: 100,
      functions: 350,
      ask: () => settled(customer.post(`/api/checkout/${checkoutId}/finalize`)),
      prepare: payForCheckout,
    },
    { says: 'a repeated list', files: 12, functions: 25, ask: () => guest.get(list) },
  ]
  for (const { says, files, functions, ask, prepare } of walks) {
    await prepare?.()
    await ask()
    const called = await calledBy(ask, prepare)
    judge(`files of ${says}`, filesOf(called).size, { most: files })
    judge(`functions of ${says}`, called.length, { most: functions })
    if (values.list) process.stdout.write(`${called.map((one) => `  ${one}\n`).join('')}\n`)
  }
} finally {
  end()
  await shop.close()
}
