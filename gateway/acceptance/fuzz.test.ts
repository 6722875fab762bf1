import { randomFrom } from '@shop/language/random-from'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiTable } from '../src/api-table.ts'
import { untilCopied } from './analysis-room.ts'
import { callerAt, type ShopCaller } from './caller.ts'
import { pick, type Schema, valueFor } from './fuzz-values.ts'
import { document } from './hold-to-schema.ts'
import { adminAt, buy, customerAt, guestAt, lineOf, listProduct } from './people.ts'
import { startShop } from './shop.ts'

/** FUZZ=100000 for the long run by hand; SEED repeats a run. */
const REQUESTS = Number(process.env.FUZZ ?? 2500)
const SEED = Number(process.env.SEED ?? 1)
const AT_ONCE = 8
const MOST_IDS = 200

type Parameter = { name: string; in: string; schema: Schema; $ref?: string }
type Operation = { parameters: Parameter[]; requestBody?: { content: Record<string, { schema: Schema }> } }

/** An endless answer and a form are tried elsewhere. */
const calls = apiTable
  .filter(({ path }) => !['/api/live', '/api/analysis/tail', '/api/upload'].includes(path))
  .map(({ method, path }) => ({ method, path, operation: operationAt(path, method) }))

let shop: Awaited<ReturnType<typeof startShop>>
/** Whoever asks, and how somebody like them signs in. */
type Asker = { caller: ShopCaller; anew: () => Promise<ShopCaller> }
let askers: readonly Asker[]
const ids: string[] = []

beforeAll(async () => {
  shop = await startShop({ DEMO: 'off', ANALYSIS: 'on' })
  const admin = await adminAt(shop.url)
  await untilCopied(admin)
  const [customer, guest] = [await customerAt(shop.url), guestAt(shop.url)]
  const product = await listProduct(admin, { countInStock: 1000 })
  const order = await buy(customer, product)
  await guest.post('/api/cart', { ...lineOf(product), guestId: guest.guestId })
  const nobody = callerAt(shop.url)
  askers = [
    { caller: nobody, anew: async () => nobody },
    { caller: customer, anew: () => customerAt(shop.url) },
    // Requests may sign the admin out or demote them. This shop's first admin asks nothing, so nobody learns whom to do it to.
    { caller: await anotherAdmin(admin), anew: () => anotherAdmin(admin) },
  ]
  ids.push(product._id, order._id, customer.id, guest.guestId ?? '', 'M', 'Red')
})
afterAll(() => shop.close())

test(
  `none of ${REQUESTS} requests made from the schemas, seed ${SEED}, is answered with a 5xx or stops the shop`,
  async () => {
    const random = randomFrom(SEED)
    const statuses = new Map<number, number>()
    const failures: string[] = []
    let left = REQUESTS
    async function work() {
      while (left-- > 0) {
        const { method, path, operation } = pick(random, calls)
        const { address, request } = requestFor(operation, path, random)
        const asker = pick(random, askers)
        try {
          // The caller holds each answer to the document too.
          const { status, body } = await asker.caller.send(method, address, request)
          if (status === 401) asker.caller = await asker.anew()
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
          // Places that all are taken are refused (reliability R14): that is no failure.
          if (status >= 500 && body.code !== 'OVERLOADED')
            failures.push(`${status} ${JSON.stringify(body)} ${method} ${address} ${JSON.stringify(request)}`)
          learn(body)
        } catch (error) {
          failures.push(`${method} ${address} ${JSON.stringify(request)}: ${error}`)
        }
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    console.info(Object.fromEntries([...statuses].sort()))
    expect(failures).toEqual([])
    expect((await callerAt(shop.url).get('/readyz')).status).toBe(200)
    expect(statuses.get(200)).toBeGreaterThan(REQUESTS / 12)
  },
  30 * 60_000,
)

async function anotherAdmin(admin: ShopCaller) {
  const person = await customerAt(shop.url)
  await admin.put(`/api/admin/users/${person.id}`, { role: 'admin' })
  return person
}

function operationAt(path: string, method: string) {
  return document.paths[path]?.[method.toLowerCase()] as unknown as Operation
}

function requestFor({ parameters, requestBody }: Operation, path: string, random: () => number) {
  const own = parameters.filter(({ $ref }) => !$ref)
  const text = (schema: Schema) => {
    const value = valueFor(schema, random, ids)
    return String(typeof value === 'object' ? JSON.stringify(value) : value)
  }
  const address = path.replace(/\{\w+\}/g, () =>
    encodeURIComponent(text({ type: 'string', maxLength: 100 }).toWellFormed()),
  )
  const query = new URLSearchParams()
  for (const { name, in: place, schema } of own)
    if (place === 'query' && random() < 0.4) query.append(name, text(schema))
  const schema = requestBody?.content['application/json']?.schema
  const keyed = random() < 0.2 && { headers: { 'idempotency-key': `key-${Math.floor(random() * 50)}` } }
  return {
    address: query.size > 0 ? `${address}?${query}` : address,
    request: { ...(schema && random() < 0.98 && { body: valueFor(schema, random, ids) }), ...keyed },
  }
}

/** Ids of what was made, so that later requests name it. */
function learn(body: unknown) {
  const { _id } = (body ?? {}) as { _id?: unknown }
  if (typeof _id !== 'string') return
  ids.push(_id)
  if (ids.length > MOST_IDS) ids.splice(6, 1)
}
