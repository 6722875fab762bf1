import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEventStoreProcess } from '@shop/kurrentdb/test-support/eventstore-process'
import { hasMongod, startMongo } from '@shop/mongodb/test-support/mongo-server'
import type { Side } from '../../tools/bench/compare.ts'

const PURCHASES = 20
const WARM_UPS = 10
const HERE = join(import.meta.dirname, '..', '..')

/**
 * The processor time that a purchase takes of a command-service over a log that several processes write: of this
 * checkout, and before it of the one that `--before <checkout>` names. Each has a server for its log, one for its snapshots
 * where a mongod is at hand, and a shopper who has bought before.
 */
export async function purchaseSides(args: readonly string[]) {
  const before = args.includes('--before') ? args[args.indexOf('--before') + 1] : undefined
  const shops: Awaited<ReturnType<typeof openShop>>[] = []
  const sides: Side[] = []
  for (const [name, checkout] of [['before', before] as const, ['now', HERE] as const]) {
    if (checkout === undefined) continue
    const shop = await openShop(checkout)
    shops.push(shop)
    sides.push({ name, run: () => purchases(shop) })
  }
  return {
    sides: sides as [Side, ...Side[]],
    close: async () => {
      for (const shop of shops) await shop.close()
    },
  }
}

async function openShop(checkout: string) {
  const folder = mkdtempSync(join(tmpdir(), 'selvedge-purchases-'))
  const server = await startEventStoreProcess({ folder })
  const mongo = hasMongod ? await startMongo() : undefined
  const addresses = [server.url, mongo?.url('snapshots') ?? '']
  const room = fork(join(import.meta.dirname, 'purchase-room.ts'), [checkout, ...addresses], { execArgv: [] })
  const message = async <Message>() => (await once(room, 'message', { signal: left.signal }))[0] as Message
  const left = new AbortController()
  room.once('exit', () => left.abort(new Error(`The command-service of ${checkout} has ended`)))
  const { url, adminToken } = await message<{ url: string; adminToken: string }>()

  async function told<Answer>(order: object | string): Promise<Answer> {
    const answer = message<Answer>()
    room.send(order)
    return answer
  }
  async function ask<Answer>(method: string, path: string, token: string, body: object): Promise<Answer> {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}`, connection: 'keep-alive' }
    const id = { 'idempotency-key': crypto.randomUUID() }
    const answer = await fetch(url + path, { method, headers: { ...headers, ...id }, body: JSON.stringify(body) })
    const said = await answer.json()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(said)}`)
    return said as Answer
  }

  const shirt = { name: 'Shirt', price: 25, countInStock: 100_000, sizes: ['M'], colors: ['Red'] }
  const { _id: productId } = await ask<{ _id: string }>('POST', '/products', adminToken, shirt)
  const person = { name: 'Ada', email: 'ada@shop.test', password: 'a plain long sentence' }
  const { token } = await ask<{ token: string }>('POST', '/users/register', '', person)
  const line = { productId, size: 'M', color: 'Red', quantity: 1 }
  const shop = {
    used: () => told<{ cpuMs: number }>('used'),
    async buy() {
      await ask('POST', '/cart', token, line)
      const items = [{ ...line, price: 25, name: 'Shirt' }]
      const purchase = {
        checkoutItems: items,
        shippingAddress: { city: 'Ghent' },
        paymentMethod: 'PayPal',
        totalPrice: 25,
      }
      const { checkout } = await ask<{ checkout: { _id: string } }>('POST', '/checkouts', token, purchase)
      const { id } = await ask<{ id: string }>('POST', `/checkouts/${checkout._id}/payment`, token, {})
      await told({ approve: id })
      await ask('PUT', `/checkouts/${checkout._id}/pay`, token, { paymentStatus: 'paid', paymentDetails: { id } })
      await ask('POST', `/checkouts/${checkout._id}/finalize`, token, {})
    },
    async close() {
      room.kill()
      await once(room, 'exit')
      await server.end()
      await mongo?.remove()
      rmSync(folder, { recursive: true })
    },
  }
  for (let n = 0; n < WARM_UPS; n++) await shop.buy()
  return shop
}

async function purchases({ used, buy }: Awaited<ReturnType<typeof openShop>>) {
  const before = await used()
  const begunMs = performance.now()
  for (let n = 0; n < PURCHASES; n++) await buy()
  const wallMs = performance.now() - begunMs
  return { cpuMs: ((await used()).cpuMs - before.cpuMs) / PURCHASES, wallMs: wallMs / PURCHASES }
}
