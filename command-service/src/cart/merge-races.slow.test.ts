import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cartStream } from '@shop/language/cart/events'
import { stockStream } from '@shop/language/stock/events'
import { leftShared } from '@shop/language/test-support/shared-line'
import { randomFrom } from '@shop/language/values/random-from'
import { openSqliteEventStore } from '@shop/stores/event-store/sqlite/sqlite-event-store'
import { expect, test } from 'vitest'
import { ownStockIn } from '../checkout/hold-stock.ts'
import { createCommandHandler } from '../handler/command-handler.ts'
import { stockDecider } from '../stock/stock-decider.ts'
import { createWorld } from '../test-support/create-world.ts'
import { startRoom } from '../test-support/start-room.ts'
import { cartDecider } from './cart-decider.ts'
import { mergeGuestCart } from './merge-guest-cart.ts'

/*
 * A guest adds pieces while two accounts merge the guest's cart in two processes. The queue works at the same time. Every piece has a
 * different size, so the tests see lost and doubled pieces. In memory, each append waits for a random time before and after it is stored,
 * and some processes die while they wait.
 */

const ROUNDS = 1000
const PRODUCT = 'shirt'
const pieceOf = (size: string) => ({
  productId: PRODUCT,
  name: '',
  image: '',
  size,
  color: 'Red',
  quantity: 1,
  priceCents: 1,
})

const aWhile = async (ticks: number) => {
  for (let tick = 0; tick < ticks; tick++) await new Promise((resolve) => setImmediate(resolve))
}

/** Runs one round. Returns how many acknowledged pieces are lost, and how many pieces are doubled. */
async function playRound(seed: number) {
  const random = randomFrom(seed)
  let isRacing = false
  const world = createWorld({
    pass: async () => {
      if (!isRacing) return
      await aWhile(random() * 8)
      if (random() < 0.03) throw new Error('died')
    },
  })
  await world.list(PRODUCT, 10_000)
  const [guest, ada, bob] = ['guest_1', 'ada', 'bob']
  const acknowledged = new Set<string>()

  /**
   * Repeats a request under the same id, as a client with an Idempotency-Key does, until the shop acknowledges it or the client gives up.
   */
  async function patiently(id: string, ask: (id: string) => Promise<unknown>) {
    for (let attempt = 0; attempt < 3; attempt++) {
      try {
        await ask(id)
        return true
      } catch {
        await aWhile(random() * 3)
      }
    }
    return false
  }
  const merge = (customerId: string, id: string) =>
    mergeGuestCart(ownStockIn(world.parts().commands), { customerId, guestCart: guest }, world.asking(id))
  const add = async (size: string) => {
    await aWhile(random() * 12)
    const adding = { type: 'AddItem', ownerId: guest, item: pieceOf(size), left: leftShared(10_000) } as const
    const handle = (id: string) =>
      world.parts().commands.handle(cartDecider, cartStream(guest), adding, world.asking(id))
    if (await patiently(`add ${size}`, handle)) acknowledged.add(size)
  }
  const mergeLater = async (customerId: string, id: string) => {
    await aWhile(random() * 12)
    await patiently(id, (same) => merge(customerId, same))
  }
  const work = async () => {
    await aWhile(random() * 15)
    for (const job of [...world.jobs.values()]) await world.work(job)
  }

  await add('first')
  isRacing = true
  await Promise.all([
    ...Array.from({ length: 8 }, (_, index) => add(`piece ${index}`)),
    ...['login', random() < 0.5 ? 'login' : 'checkout', 'second tab', 'third tab'].map((id) => mergeLater(ada, id)),
    ...(random() < 0.5 ? [mergeLater(bob, 'other account')] : []),
    work(),
  ])
  isRacing = false
  world.restart({ forgettingIds: random() < 0.2 })
  await world.settle()
  await merge(ada, 'later')
  await merge(bob, 'later too')
  return tally(world.parts().commands, [ada, bob, guest], acknowledged)
}

async function tally(
  commands: ReturnType<typeof createCommandHandler>,
  owners: readonly string[],
  acknowledged: ReadonlySet<string>,
) {
  const carts = await Promise.all(owners.map((owner) => commands.load(cartDecider, cartStream(owner))))
  const pieces = carts.flatMap(({ state }) => [...state.items, ...state.handedOver])
  const counts = new Map<string, number>()
  for (const { size, quantity } of pieces) counts.set(size, (counts.get(size) ?? 0) + quantity)
  return {
    lost: [...acknowledged].filter((size) => !counts.has(size)),
    doubled: [...counts].filter(([, count]) => count > 1).map(([size]) => size),
    carts: carts.map(({ state }) => state.items.length),
  }
}

test(`in ${ROUNDS} rounds of adds during merges no piece is lost or doubled, and one account gets all`, async () => {
  let toBob = 0
  for (let seed = 1; seed <= ROUNDS; seed++) {
    const { lost, doubled, carts } = await playRound(seed)
    const [ofAda = 0, ofBob = 0, ofGuest = 0] = carts
    expect({ seed, lost, doubled, toBoth: ofAda > 0 && ofBob > 0, ofGuest }).toEqual({
      seed,
      lost: [],
      doubled: [],
      toBoth: false,
      ofGuest: 0,
    })
    if (ofBob > 0) toBob++
  }
  // If Bob's account wins too rarely, the two accounts do not really race.
  expect(toBob).toBeGreaterThan(ROUNDS / 20)
})

test('in 100 rounds on SQLite no piece is lost or doubled', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'selvedge-merges-'))
  const log = openSqliteEventStore(join(folder, 'events.db'))
  const commands = createCommandHandler(log)
  const random = randomFrom(7)
  const asking = (id: string) => ({ correlationId: id, causationId: id, actor: { role: 'customer' as const } })
  const count = { type: 'Count', productId: PRODUCT, available: 10_000 } as const
  await commands.handle(stockDecider, stockStream(PRODUCT), count, asking('count'))
  for (let round = 0; round < 100; round++) {
    const guest = `guest_${round}`
    const owners = [`ada ${round}`, `bob ${round}`]
    const adding = Array.from({ length: 5 }, async (_, index) => {
      await aWhile(random() * 20)
      const item = pieceOf(`piece ${index}`)
      const add = { type: 'AddItem', ownerId: guest, item, left: leftShared(100) } as const
      await commands.handle(cartDecider, cartStream(guest), add, asking(`add ${round} ${index}`))
    })
    const merge = async (customerId: string, id: string) => {
      await aWhile(random() * 20)
      await mergeGuestCart(ownStockIn(commands), { customerId, guestCart: guest }, asking(`${id} ${round}`))
    }
    await Promise.all([...adding, ...owners.map((owner) => merge(owner, owner)), merge(owners[0]!, 'again')])
    const all = new Set(Array.from({ length: 5 }, (_, index) => `piece ${index}`))
    const { lost, doubled, carts } = await tally(commands, [...owners, guest], all)
    expect({ round, lost, doubled, toBoth: carts[0]! > 0 && carts[1]! > 0 }).toEqual({
      round,
      lost: [],
      doubled: [],
      toBoth: false,
    })
  }
  await log.close()
  rmSync(folder, { recursive: true })
})

test('in 20 rounds over HTTP no piece is lost or doubled', async () => {
  const room = await startRoom()
  const sizes = Array.from({ length: 4 }, (_, index) => `S${index}`)
  const { _id: productId } = await room.list({ sizes, countInStock: 10_000 })
  const [ada, bob] = [await room.register('ada'), await room.register('bob')]
  const random = randomFrom(11)
  const guests = Array.from({ length: 20 }, (_, round) => `guest_${round}_${'r'.repeat(22)}`)
  for (const guestId of guests) {
    const ask = async (path: string, body: object, token?: string) => {
      await aWhile(random() * 40)
      expect((await room.ask('POST', path, { token, body: { guestId, ...body } })).status).toBe(200)
    }
    await Promise.all([
      ...sizes.map((size) => ask('/cart', { productId, color: 'Red', quantity: 1, size })),
      ask('/cart/merge', {}, ada.token),
      ask('/cart/merge', {}, bob.token),
    ])
  }
  const owners = [ada.id, bob.id, ...guests]
  const carts = await Promise.all(owners.map((owner) => room.parts.commands.load(cartDecider, cartStream(owner))))
  const pieces = carts.flatMap(({ state }) => state.items)
  expect(pieces.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(guests.length * sizes.length)
  await room.stop()
})
