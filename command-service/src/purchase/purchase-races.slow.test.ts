import fc from 'fast-check'
import { expect, test } from 'vitest'
import { expectBalancedBooks, watchStock } from '../test-support/books.ts'
import { createWorld, type World } from '../test-support/create-world.ts'

/*
 * All actors of a purchase run concurrently: the buyer's two tabs, double clicks, an older client's browser, another buyer, the clock, and
 * the queue. At every append and every call to the provider, the scheduler decides which actor continues and which one dies. In any order,
 * stock is never negative, and each payment ends as one order or one refund. Each piece is sold once or available again, and the queue
 * becomes empty.
 */

const LISTED = { shirt: 3, skirt: 2 }

type Purchase = { checkoutId: string; providerOrderId: string }
type Actor = (world: World, first: Purchase) => Promise<unknown>

const actors = {
  approves: async (world, { providerOrderId }) => world.bank.decide(providerOrderId, 'approved'),
  isDeclined: async (world, { providerOrderId }) => world.bank.decide(providerOrderId, 'declined'),
  isRefused: async (world, { providerOrderId }) => world.bank.decide(providerOrderId, 'refused'),
  isReviewed: async (world, { providerOrderId }) => world.bank.decide(providerOrderId, 'reviewed'),
  isConfirmed: async (world, { providerOrderId }) => world.bank.review(providerOrderId, 'COMPLETED'),
  isDenied: async (world, { providerOrderId }) => world.bank.review(providerOrderId, 'DECLINED'),
  pays: (world, first) => world.pay('ada', first),
  paysWithoutAnyId: (world) => world.pay('ada', {}),
  finalizes: (world, { checkoutId }) => world.finalize(checkoutId),
  finalizesAndRegrets: async (world, { checkoutId }) => {
    await world.finalize(checkoutId)
    await world.becomes(checkoutId, 'Cancelled')
  },
  paysInAnOldBrowser: (world) => world.pay('ada', { providerOrderId: world.bank.payInBrowser(5000) }),
  opensASecondTab: (world) => world.start('ada', { shirt: 1, skirt: 1 }),
  buysInASecondTab: async (world) => {
    const { checkoutId } = await world.start('ada', { skirt: 1, shirt: 1 })
    const providerOrderId = await world.beginPayment(checkoutId)
    world.bank.decide(providerOrderId, 'approved')
    await world.pay('ada', { checkoutId })
    await world.finalize(checkoutId)
  },
  buysWhatIsLeft: async (world) => {
    const { checkoutId } = await world.start('bob', { shirt: 2 })
    const providerOrderId = await world.beginPayment(checkoutId)
    world.bank.decide(providerOrderId, 'approved')
    await world.pay('bob', { checkoutId })
  },
  comesTooLate: async (world) => {
    world.passTime(31 * 60_000)
    await workSome(world)
  },
  works: workSome,
  losesTheProvider: async (world) => {
    world.bank.faults.down = true
    await workSome(world)
    world.bank.faults.down = false
  },
} satisfies Record<string, Actor>

/** Runs queued jobs early and in any order. This must do no harm. */
async function workSome(world: World) {
  for (const job of [...world.jobs.values()].slice(0, 6)) await world.work(job)
}

const names = Object.keys(actors) as (keyof typeof actors)[]
const plays = fc.record({
  cast: fc.array(fc.constantFrom(...names), { minLength: 2, maxLength: 8 }),
  approvedBefore: fc.boolean(),
  lines: fc.constantFrom({ shirt: 2 }, { shirt: 1, skirt: 1 }),
  /** The failpoints at which an actor dies. */
  deaths: fc.array(fc.nat(120), { maxLength: 3 }),
  restart: fc.boolean(),
  reviewEnds: fc.constantFrom('COMPLETED', 'DECLINED'),
})

/** A world in which the scheduler decides who continues at every failpoint of a race. At the failpoints in `deaths`, an actor dies. */
function createRace(scheduler: fc.Scheduler, deaths: readonly number[]) {
  let racing = false
  let passed = 0
  const world = createWorld({
    pass: async (place) => {
      if (!racing) return
      await scheduler.schedule(Promise.resolve(), place)
      if (deaths.includes(passed++)) throw new Error(`died ${place}`)
    },
  })
  const race = async (begin: () => readonly Promise<unknown>[]) => {
    racing = true
    const outcomes = await scheduler.waitFor(Promise.allSettled(begin()))
    racing = false
    return outcomes
  }
  return { world, race }
}

test('the books balance in any order of events', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      plays,
      async (scheduler, { cast, approvedBefore, lines, deaths, restart, reviewEnds }) => {
        const { world, race } = createRace(scheduler, deaths)
        const stocks = watchStock(world)
        for (const [productId, count] of Object.entries(LISTED)) await world.list(productId, count)
        const { checkoutId } = await world.start('ada', lines)
        const first = { checkoutId, providerOrderId: await world.beginPayment(checkoutId) }
        if (approvedBefore) world.bank.decide(first.providerOrderId, 'approved')

        await race(() => cast.map((name) => actors[name](world, first)))
        world.bank.faults.down = false
        if (restart) world.restart()
        world.endReviews(reviewEnds)
        await world.settle()

        forgetStrandedInBrowser(world)
        expectBalancedBooks(world, stocks, LISTED)
      },
    ),
    { numRuns: 300 },
  )
})

/** Removes payments that an older client captured in the browser and never reported, because only the provider knows them. */
function forgetStrandedInBrowser({ bank, events }: World) {
  const recorded = JSON.stringify(events.map(({ data }) => data))
  for (const [id, { customId, captureId }] of bank.orders)
    if (customId === undefined && captureId && !recorded.includes(id)) bank.orders.delete(id)
}

test('many concurrent buyers reserve exactly the pieces in stock, and never more, even if processes die', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.array(fc.nat(60), { maxLength: 2 }), async (scheduler, deaths) => {
      const { world, race } = createRace(scheduler, deaths)
      const stocks = watchStock(world)
      await world.list('shirt', 3)
      const outcomes = await race(() => Array.from({ length: 8 }, (_, n) => world.start(`buyer${n}`, { shirt: 1 })))
      const served = outcomes.filter(({ status }) => status === 'fulfilled').length
      if (deaths.length === 0) expect(served).toBe(3)
      else expect(served).toBeLessThanOrEqual(3)
      await world.settle()
      expectBalancedBooks(world, stocks, { shirt: 3 })
    }),
    { numRuns: 100 },
  )
})
