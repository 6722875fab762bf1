import { randomUUID } from 'node:crypto'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startEventStoreProcess } from '@shop/kurrentdb/test-support/eventstore-process'
import { testPasswords } from '@shop/language/test-support/test-passwords'
import { freePort } from '@shop/stores/test-support/free-port'
import { spawnRoom } from '../../../tests/support/room-process.ts'
import { ADMIN } from '../../../tests/support/shop.ts'
import { strongGuestId } from '../../../tests/support/strong-guest-id.ts'
import { memoryOf } from '../memory-of.ts'
import { type Addresses, type Ask, askAt } from './calls.ts'
import { buy, type Known, lineOf } from './rows.ts'

export type Version = Readonly<{ name: string; checkout: string }>

export type Shop = Awaited<ReturnType<typeof openShop>>

const BUYERS = 10
const ORDERS = 3
const LISTED = 20
const SETTLE_MS = 2000
/** On a busy machine, building the read models of a million events takes minutes. */
const READY_WITHIN_MS = 1_800_000

/**
 * Starts a version of the shop with its own simulator and a copy of `data`, or with an empty log server. `more`: further variables of the
 * shop's environment.
 */
export async function openShop(
  opening: AsyncDisposableStack,
  { checkout }: Version,
  folder: string,
  data: string | undefined,
  more: Record<string, string> = {},
) {
  if (data) cpSync(data, folder, { recursive: true })
  const [port, providerPort] = [await freePort(), await freePort()]
  const common = { TOKEN_SECRET: 'a secret of the bench, of thirty-two bytes or more', RATE_LIMITS: 'off' }
  const simulated = {
    ...common,
    DATA_DIR: join(folder, 'simulator'),
    PAYPAL_BASE_URL: `http://127.0.0.1:${providerPort}`,
    PAYPAL_WEBHOOK_URL: `http://127.0.0.1:${port}/api/webhooks/paypal`,
  }
  const provider = spawnRoom('paypal-simulator/src/main.ts', providerPort, simulated, checkout)
  opening.defer(async () => void (await provider.end('SIGTERM')))
  const log = data === undefined ? await openLog(opening, join(folder, 'log')) : undefined
  const environment = {
    ...common,
    DATA_DIR: folder,
    DEMO: 'off',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    PAYPAL_BASE_URL: provider.url,
    EVENT_STORE_URL: log ?? '',
    ...more,
  }
  const shop = spawnRoom('embedded/src/main.ts', port, environment, checkout)
  opening.defer(async () => void (await shop.end('SIGTERM')))
  await Promise.all([provider.ready(), shop.ready(READY_WITHIN_MS)])
  await sleep(SETTLE_MS)
  const idleBytes = memoryOf(shop.pid, 'now')
  const to: Addresses = { url: shop.url, provider: provider.url }
  const known = await prepared(askAt(to), log !== undefined)
  return { to, known, pid: shop.pid, idleBytes, log }
}

/** Returns the address of the log server at EVENT_STORE_URL, or of a program that behaves like one. */
export async function openLog(opening: AsyncDisposableStack, folder: string): Promise<string> {
  if (process.env.EVENT_STORE_URL) return process.env.EVENT_STORE_URL
  const { url, end } = await startEventStoreProcess({ folder })
  opening.defer(() => end())
  return url
}

async function prepared(ask: Ask, isEmpty: boolean): Promise<Known> {
  const { token: admin } = await ask({ method: 'POST', path: '/api/users/login', body: ADMIN })
  if (isEmpty) for (let n = 0; n < LISTED; n++) await listProduct(ask, admin)
  const register = async () => {
    const body = { name: 'Ada Weaver', email: `${randomUUID()}@x.test`, password: testPasswords.customer }
    return (await ask({ method: 'POST', path: '/api/users/register', body })).token as string
  }
  const [customer = '', ...buyers] = await Promise.all(Array.from({ length: BUYERS + 1 }, register))
  const products: Known['products'] = await ask({ method: 'GET', path: `/api/products?limit=${LISTED}` })
  const known = { products, admin, buyers, customer, guestId: strongGuestId() }
  for (let n = 0; n < ORDERS; n++) await buy(ask, { ...known, buyers: [customer] }, 0)
  for (const product of products.slice(0, 3))
    await ask({ method: 'POST', path: '/api/cart', body: { ...lineOf(product), guestId: known.guestId } })
  return known
}

const listProduct = (ask: Ask, token: string) =>
  ask({
    method: 'POST',
    path: '/api/admin/products',
    token,
    body: {
      name: 'Shirt',
      description: 'A shirt.',
      price: 25,
      countInStock: 1_000_000,
      sku: randomUUID(),
      category: 'Top Wear',
      collections: 'City',
      gender: 'Women',
      sizes: ['S', 'M'],
      colors: ['Red', 'Blue'],
      images: [],
    },
  })
