import { createMoneyBook } from '@shop/command-service/books/money-book'
import { createPiecesBook } from '@shop/command-service/books/pieces-book'
import { createStockBook } from '@shop/command-service/books/stock-book'
import { isShopError, type ShopError } from '@shop/language/errors'
import type { ShopEvent } from '@shop/language/events/all'
import type { Recorded } from '@shop/language/events/event'
import { isOfStock } from '@shop/language/events/stock-events'
import { oneOf, randomFrom } from '@shop/language/random-from'
import { createWorld } from '../../../command-service/src/test-support/create-world.ts'
import { leftOver } from './left-over.ts'
import { createReadSide } from './read-side.ts'
import { createScheduler, Died } from './scheduler.ts'
import { buys, type Decisions, LISTED, paysInAnOldBrowser } from './shoppers.ts'

/** What may go wrong; each seed has some of them. */
export const FAULTS = [
  'lost reply',
  'repeat',
  'reorder',
  'crash',
  'clock jump',
  'busy store',
  'provider down',
  'refusal',
  'pending',
] as const
type Fault = (typeof FAULTS)[number]

export type Run = Readonly<{
  seed: number
  faults: readonly Fault[]
  events: number
  /** Of the shop's clock. */
  simulatedMs: number
  /** The events in their order, for comparing two runs. */
  types: string
  /** What is wrong; nothing, if all is as it should be. */
  wrong: string | undefined
}>

const STEPS = 220
const MINUTE_MS = 60_000
const MOST_TASKS = 6
/** A payment is asked for every quarter of a minute while the clock is behind its checkout. */
const MOST_JOBS = 10_000
/** What is under way after this long without faults never ends. */
const LONGEST_MS = 8 * 24 * 60 * MINUTE_MS

/**
 * One seed: people, the provider, the clock, the queue and the processes in any order, with faults, and the books checked after every
 * event; then without faults, until nothing is under way.
 */
export async function simulate(seed: number, say: (line: string) => void = () => {}): Promise<Run> {
  const random = randomFrom(seed)
  const has = (share: number) => random() < share
  const faults = FAULTS.filter(() => has(0.5))
  const can = (fault: Fault) => areOn && faults.includes(fault)
  let areOn = false
  let ids = 0
  let wrong: string | undefined
  const scheduler = createScheduler(random)
  const { begin } = scheduler

  const world = createWorld({
    async pass(place) {
      await scheduler.pass(place)
      if (place.startsWith('before') && can('busy store') && has(0.06)) throw new Error(`busy ${place}`)
      if (place.startsWith('after') && can('lost reply') && has(0.06)) throw new Error(`lost ${place}`)
    },
    handling: { random, newId: () => `id ${++ids}`, pause: () => scheduler.pass('pause') },
  })
  const [stock, money, pieces] = [createStockBook(), createMoneyBook(), createPiecesBook()]
  world.watch((event) => {
    const booked = isOfStock(event) ? stock.take(event) : money.take(event)
    for (const what of [...booked, ...pieces.take(event as Recorded<ShopEvent>)])
      wrong ??= `${event.type} in ${event.stream}: ${what}`
  })
  const readSide = createReadSide(world.log, () => new Date(world.now()), {
    isCommitLost: () => can('busy store') && has(0.2),
    isReplyLost: () => can('lost reply') && has(0.2),
    isRepeated: () => can('repeat') && has(0.3),
  })
  const begunMs = world.now()

  const decisions: Decisions = [
    'approved',
    'approved',
    ...(faults.includes('refusal') ? (['declined', 'refused'] as const) : []),
    ...(faults.includes('pending') ? (['reviewed'] as const) : []),
  ]
  /** Whoever gets no answer tries again under the same key, and some do so although they have one. */
  async function attempt<T>(act: (key: string) => Promise<T>): Promise<T> {
    const key = `key ${++ids}`
    for (let tries = 1; ; tries++)
      try {
        const answer = await act(key)
        if (can('repeat') && has(0.2)) await act(key)
        return answer
      } catch (error) {
        if (error instanceof Died || isDefinite(error) || tries === 4) throw error
      }
  }
  const defect = (error?: unknown) => {
    if (error instanceof TypeError || error instanceof ReferenceError || error instanceof RangeError)
      wrong ??= `A defect: ${error.stack}`
  }

  async function act() {
    const dice = random()
    if (scheduler.waiting() > 0 && dice < 0.6) return scheduler.step()
    if (dice < 0.75 && scheduler.running() < MOST_TASKS) {
      await begin(
        () => (has(0.1) ? paysInAnOldBrowser(world, random, attempt) : buys(world, random, decisions, attempt)),
        defect,
      )
      return 'somebody comes'
    }
    if (dice < 0.87) return workOne()
    if (dice < 0.93) {
      await readSide.move(1 + Math.floor(random() * 20))
      return 'the read models move'
    }
    return happen()
  }

  async function workOne() {
    const due = [...world.jobs.values()].filter(({ dueMs }) => can('reorder') || dueMs <= world.now())
    if (due.length === 0) {
      world.passTime(random() * 5 * MINUTE_MS)
      return 'time passes'
    }
    const job = oneOf(random, due)
    await begin(() => world.work(job))
    return job.command.type
  }

  async function happen() {
    if (can('crash') && has(0.4)) {
      await scheduler.kill()
      world.restart()
      return 'CRASH'
    }
    if (can('clock jump') && has(0.3)) {
      world.passTime((has(0.5) ? 1 : -1) * 60 * MINUTE_MS)
      return 'CLOCK'
    }
    if (can('provider down') && has(0.4)) {
      world.bank.faults.down = !world.bank.faults.down
      return `PROVIDER ${world.bank.faults.down ? 'down' : 'back'}`
    }
    if (can('pending') && has(0.4)) {
      for (const id of world.bank.orders.keys())
        if (has(0.5)) world.bank.review(id, has(0.5) ? 'COMPLETED' : 'DECLINED')
      return 'REVIEWS'
    }
    world.passTime(random() * 10 * MINUTE_MS)
    return 'time passes'
  }

  async function heal() {
    areOn = false
    world.bank.faults.down = false
    while (scheduler.waiting() > 0) await scheduler.step()
    world.endReviews(has(0.5) ? 'COMPLETED' : 'DECLINED')
    await world.settle(MOST_JOBS)
  }

  try {
    for (const [productId, count] of Object.entries(LISTED)) await world.list(productId, count)
    areOn = true
    for (let step = 0; step < STEPS && wrong === undefined; step++) say(`${step} ${await act()}`)
    if (wrong === undefined) await heal()
    wrong ??= leftOver(world, money, stock, pieces)
    wrong ??= (await readSide.differences())[0]
  } catch (error) {
    wrong ??= (error as Error).stack ?? String(error)
  } finally {
    await readSide.close()
    money.close()
    pieces.close()
  }
  if (world.now() - begunMs > LONGEST_MS) wrong ??= 'It took more than a week until nothing was under way'
  const types = world.events.map(({ type, stream }) => `${type} ${stream}`).join('\n')
  return { seed, faults, events: world.events.length, simulatedMs: world.now() - begunMs, types, wrong }
}

/** A refusal that comes again however often it is asked. */
const isDefinite = (error: unknown): error is ShopError =>
  isShopError(error) && !['UNAVAILABLE', 'PROVIDER_UNAVAILABLE'].includes(error.code)
