import type { Db } from 'mongodb'
import { expect } from 'vitest'
import type { Answer } from '../support/caller.ts'
import type { DistributedShop } from '../support/distributed-shop.ts'
import { adminAt, buy, customerAt, guestAt, lineOf, listProduct } from '../support/people.ts'
import type { RoomProcess } from '../support/room-process.ts'

const SHOPPERS = 4
/** A running worker never pauses this long in a transaction. */
const STANDS_STILL_MICROS = 200_000

const ids = ({ body }: Answer) => body.map(({ _id }: { _id: string }) => _id)

/** Kills the worker of the projections while its transaction is open. Another worker then shows later changes. */
export async function killWorkerInTransaction(shop: DistributedShop) {
  const { mongo } = shop.servers
  // Without this, the server would abort the transaction after a minute.
  await transactionsLast(shop, 3600)
  const product = await listProduct(await adminAt(shop.url), { countInStock: 100_000 })
  let isOver = false
  const shoppers = Array.from({ length: SHOPPERS }, async () => {
    const guest = guestAt(shop.url)
    while (!isOver) await guest.post('/api/cart', { ...lineOf(product), guestId: guest.guestId })
  })
  const worker = await mongo.inDatabase('admin', (admin) => stoppedInTransaction(admin, shop.projections))
  await worker.end('SIGKILL')
  // The open transaction keeps its limit of an hour. Later transactions get the server's minute again.
  await transactionsLast(shop, 60)
  isOver = true
  await Promise.all(shoppers)

  const customer = await customerAt(shop.url)
  const { _id } = await buy(customer, product)
  await expect.poll(async () => ids(await customer.get('/api/orders/my-orders'))).toEqual([_id])
  await shop.projectionsAgain(worker)
}

const transactionsLast = ({ servers }: DistributedShop, seconds: number) =>
  servers.mongo.inDatabase('admin', (db) => db.command({ setParameter: 1, transactionLifetimeLimitSeconds: seconds }))

/** Stops one process after the other for a moment, until one is stopped in the middle of a transaction. */
async function stoppedInTransaction(admin: Db, rooms: readonly RoomProcess[]): Promise<RoomProcess> {
  for (;;)
    for (const room of rooms) {
      room.signal('SIGSTOP')
      if (await isOneLeftOpen(admin)) return room
      room.signal('SIGCONT')
    }
}

/** Returns true if a transaction is open and idle, and false if no transaction is open. Checks until one of the two is the case. */
async function isOneLeftOpen(admin: Db) {
  for (;;) {
    const open = await admin
      .aggregate([{ $currentOp: { idleSessions: true } }, { $match: { appName: 'selvedge read models' } }])
      .toArray()
    const idleMicros = open.map(({ transaction }) => Number(transaction?.timeInactiveMicros ?? 0))
    if (idleMicros.some((micros) => micros > STANDS_STILL_MICROS)) return true
    if (idleMicros.every((micros) => micros === 0)) return false
  }
}

/** The state of the read models, as reported by every process that has them and by the gateway. */
async function saidOf(shop: DistributedShop) {
  const all = [shop.gateway, ...shop.queries, ...shop.projections.filter((room) => !room.hasEnded())]
  return Promise.all(
    all.map(async ({ url }) => {
      const { checks } = (await (await fetch(`${url}/readyz`)).json()) as { checks: Record<string, string> }
      return checks.readModels ?? 'ok'
    }),
  )
}

/**
 * Kills all workers of the read models. Each process then reports that they are behind as soon as a change is not shown. The reports stop
 * when new workers show the change.
 */
export async function leaveReadModelsBehind(shop: DistributedShop) {
  const product = await listProduct(await adminAt(shop.url))
  const customer = await customerAt(shop.url)
  await expect.poll(() => saidOf(shop)).toEqual(['ok', 'ok', 'ok', 'ok', 'ok'])
  await Promise.all(shop.projections.map((room) => room.end('SIGKILL')))
  const { _id } = await buy(customer, product)
  await expect.poll(() => saidOf(shop)).toEqual(['behind', 'behind', 'behind'])

  await Promise.all(shop.projections.map((room) => shop.projectionsAgain(room)))
  await expect.poll(() => saidOf(shop)).toEqual(['ok', 'ok', 'ok', 'ok', 'ok'])
  expect(ids(await customer.get('/api/orders/my-orders'))).toEqual([_id])
}

/** Drops the database of the read models while no worker is alive. The processes report this without any new event. */
export async function dropReadModels(shop: DistributedShop) {
  const customer = await customerAt(shop.url)
  await expect.poll(() => saidOf(shop)).toEqual(['ok', 'ok', 'ok', 'ok', 'ok'])
  await Promise.all(shop.projections.map((room) => room.end('SIGKILL')))
  // Dropping waits for the end of a transaction that a killed worker has left open: a minute at most.
  await shop.servers.mongo.inDatabase('read-models', (db) => db.dropDatabase())
  await expect.poll(() => saidOf(shop)).toEqual(['behind', 'behind', 'behind'])
  expect((await customer.get('/api/products')).status).toBe(200)

  await Promise.all(shop.projections.map((room) => shop.projectionsAgain(room)))
  await expect.poll(() => saidOf(shop)).toEqual(['ok', 'ok', 'ok', 'ok', 'ok'])
}
