import type { Db } from 'mongodb'
import { expect } from 'vitest'
import type { Answer } from '../support/caller.ts'
import type { DistributedShop } from '../support/distributed-shop.ts'
import { adminAt, buy, customerAt, guestAt, lineOf, listProduct } from '../support/people.ts'
import type { RoomProcess } from '../support/room-process.ts'

const SHOPPERS = 4
/** A worker that runs never pauses for so long during a transaction. */
const STANDS_STILL_MICROS = 200_000

const ids = ({ body }: Answer) => body.map(({ _id }: { _id: string }) => _id)

/** Kills the worker of the projections while its transaction is open. Checks that another worker then shows later changes. */
export async function killWorkerInTransaction(shop: DistributedShop) {
  const { mongo } = shop.servers
  // Without this, the server would abort the open transaction after a minute.
  await transactionsLast(shop, 3600)
  const product = await listProduct(await adminAt(shop.url), { countInStock: 100_000 })
  let isOver = false
  const shoppers = Array.from({ length: SHOPPERS }, async () => {
    const guest = guestAt(shop.url)
    while (!isOver) await guest.post('/api/cart', { ...lineOf(product), guestId: guest.guestId })
  })
  const worker = await mongo.inDatabase('admin', (admin) => stoppedInTransaction(admin, shop.projections))
  await worker.end('SIGKILL')
  // The open transaction keeps its limit of an hour. Later transactions have the usual limit of a minute again.
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

/** Waits until a transaction is open and idle, and returns true; or until no transaction is idle at all, and returns false. */
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

/** The state of the read models, as the gateway and every process with read models report it. */
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
 * Kills all workers of the read models. Checks that each process reports the read models as behind as soon as they lack a change, until new
 * workers show the change.
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

/** Drops the database of the read models while no worker runs. Checks that the processes report this, even without a new event. */
export async function dropReadModels(shop: DistributedShop) {
  const customer = await customerAt(shop.url)
  await expect.poll(() => saidOf(shop)).toEqual(['ok', 'ok', 'ok', 'ok', 'ok'])
  await Promise.all(shop.projections.map((room) => room.end('SIGKILL')))
  // If a killed worker has left a transaction open, dropping waits until the transaction ends: at most a minute.
  await shop.servers.mongo.inDatabase('read-models', (db) => db.dropDatabase())
  const damaged = expect.stringMatching(/^damaged, being rebuilt: /)
  await expect.poll(() => saidOf(shop)).toEqual([damaged, damaged, damaged])
  expect((await customer.get('/api/products')).status).toBe(200)

  await Promise.all(shop.projections.map((room) => shop.projectionsAgain(room)))
  await expect.poll(() => saidOf(shop)).toEqual(['ok', 'ok', 'ok', 'ok', 'ok'])
}
