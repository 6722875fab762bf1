import { expireGuestCart } from '@shop/command-service/cart/expire-guest-cart'
import { createCommandHandler } from '@shop/command-service/handler/command-handler'
import { carts } from '@shop/language/cart/document'
import { cartStream, GUEST_CART_TTL_MS, ItemAddedToCart } from '@shop/language/cart/events'
import { idFrom } from '@shop/language/values/id-from'
import type { EventStore } from '@shop/stores/event-store/event-store'
import { openSqliteEventStore } from '@shop/stores/event-store/sqlite/sqlite-event-store'
import type { JobQueue } from '@shop/stores/job-queue/job-queue'
import type { ReadStore } from '@shop/stores/read-store/read-store'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { finishMerge } from '../processes/finish-requests.ts'
import { anyProjection } from '../projection.ts'
import { cartProjection } from '../read-models/cart-projection.ts'
import { runProcesses } from '../run-process-manager.ts'
import { runProjections } from '../run-projections.ts'
import { JOBS_OF_A_SWEEP, runSweep } from '../run-sweep.ts'
import { expireGuestCarts } from './all.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const FIRST_DAY_MS = Date.parse('2026-01-01T12:00:00Z')
/** A query can queue finished jobs again, because documents are updated a moment after a command. */
const MOST_JOBS = 3 * JOBS_OF_A_SWEEP
const item = { productId: 'shirt', name: '', image: '', size: 'M', color: 'Red', quantity: 1, priceCents: 1 }
const byUs = { correlationId: 'test', actor: { role: 'system' as const } }

type Stores = Readonly<{
  readStore: ReadStore
  queue: JobQueue
  /** Loses all jobs, and returns the empty queue. */
  loseJobs: () => Promise<JobQueue>
}>

/** The stores that `open` returns must be empty. The caller closes them. */
export function guestCartContract(name: string, cartsADay: number, open: () => Promise<Stores>) {
  describe(`guests’ carts, ${name}`, () => {
    let log: EventStore
    let stores: Stores
    let stop: AbortController
    let running: Promise<unknown>
    let nowMs: number
    let waiting: Set<string>
    let mostWaiting: number
    beforeEach(async () => {
      log = openSqliteEventStore(':memory:')
      stores = await open()
      waiting = new Set()
      mostWaiting = 0
      nowMs = FIRST_DAY_MS
      start()
    })
    afterEach(async () => {
      await end()
      await log.close()
    })

    function start() {
      stop = new AbortController()
      const { readStore, queue } = stores
      const onError = () => {}
      const seen =
        <Args extends readonly unknown[]>(
          take: (...args: Args) => Promise<void>,
          jobsOf: (args: Args) => readonly { id: string }[],
        ) =>
        async (...args: Args) => {
          for (const { id } of jobsOf(args)) waiting.add(id)
          mostWaiting = Math.max(mostWaiting, waiting.size)
          await take(...args)
        }
      const watched: JobQueue = {
        ...queue,
        put: seen(queue.put, ([jobs]) => jobs),
        add: seen(queue.add, ([, , jobs]) => jobs),
      }
      const commands = createCommandHandler(log, { now: () => new Date(nowMs) })
      const work = queue.work(async ({ id, command }) => {
        if (command.type === 'ExpireGuestCart')
          await expireGuestCart(commands, command.guestId, { ...byUs, causationId: id })
        waiting.delete(id)
        return undefined
      }, stop.signal)
      running = Promise.all([
        runProjections([anyProjection(cartProjection)], log, readStore, stop.signal).done,
        runProcesses([finishMerge], log, watched, stop.signal, { onError }),
        runSweep(expireGuestCarts, readStore, watched, stop.signal, {
          onError,
          now: () => nowMs,
          everyMs: 20,
          pauseMs: 20,
        }),
        work,
      ])
    }
    async function end() {
      stop.abort()
      await running
    }

    async function fill(days: number) {
      for (let day = 0; day < days; day++) {
        const recordedAt = new Date(FIRST_DAY_MS + day * DAY_MS).toISOString()
        await Promise.all(
          Array.from({ length: cartsADay }, (_, n) => {
            const ownerId = `guest_${day}-${n}`
            const stream = cartStream(ownerId)
            const causationId = `add ${ownerId}`
            const metadata = { ...byUs, causationId, schemaVersion: 1, recordedAt }
            const event = { ...ItemAddedToCart({ ownerId, item }), id: idFrom(causationId), metadata }
            return log.append(stream, -1, [event])
          }),
        )
      }
    }
    const left = async (limit: number) => (await stores.readStore.find(carts, { limit })).documents.length
    const leftAre = (count: number) => expect.poll(() => left(count + 1), { timeout: 60_000 }).toBe(count)

    test('expire on the day on which they are due, and few jobs wait', { timeout: 180_000 }, async () => {
      await fill(4)
      await leftAre(4 * cartsADay)
      nowMs = FIRST_DAY_MS + GUEST_CART_TTL_MS - 1
      await new Promise((resolve) => setTimeout(resolve, 100))
      expect(mostWaiting).toBe(0)
      for (let day = 0; day < 4; day++) {
        nowMs = FIRST_DAY_MS + GUEST_CART_TTL_MS + day * DAY_MS
        await leftAre((3 - day) * cartsADay)
      }
      expect(mostWaiting).toBeGreaterThan(0)
      expect(mostWaiting).toBeLessThanOrEqual(MOST_JOBS)
    })

    test('expire even if the queue has lost everything', { timeout: 60_000 }, async () => {
      await fill(1)
      await leftAre(cartsADay)
      await end()
      stores = { ...stores, queue: await stores.loseJobs() }
      waiting.clear()
      start()
      nowMs += GUEST_CART_TTL_MS
      await leftAre(0)
      expect(mostWaiting).toBeLessThanOrEqual(MOST_JOBS)
    })
  })
}
