import type { ShopEvent } from '@shop/language/all-events'
import { oneOf, randomFrom } from '@shop/language/values/random-from'
import { sumOf } from '@shop/language/values/sum-of'
import { createWorld } from '../../../command-service/src/test-support/create-world.ts'
import { FAULTS, type Fault } from './faults.ts'
import { createFaultyBank, IDEMPOTENCY } from './faulty-bank.ts'
import { leftOver } from './left-over.ts'
import { canBeLost, endRefundsThere, giveBackPending, shuffled } from './provider.ts'
import { badAnswer } from './questions.ts'
import { createReadSide } from './read-side.ts'
import { createScheduler } from './scheduler.ts'
import { CUSTOMERS, type Decisions, drawPast, haveBought, LISTED } from './shoppers.ts'
import { createTurns } from './turns.ts'
import { watchBooks } from './watch-books.ts'
import { watchHolds } from './watch-holds.ts'
import { watchPromises } from './watch-promises.ts'
import { watchRefunds } from './watch-refunds.ts'
import { watchRequests } from './watch-requests.ts'
import { watchShelf } from './watch-shelf.ts'
import { watchSlips } from './watch-slips.ts'

export type Run = Readonly<{
  seed: number
  faults: readonly Fault[]
  events: number
  /** On the shop's clock. */
  simulatedMs: number
  /** For comparing two runs: the types and streams of all events, in order. */
  types: string
  wrong: string | undefined
}>

const STEPS = 260
/** Each run uses one of these chances that a task stops. */
const STOPS = [1, 0.6, 0.3]
/** A run has many jobs, because the shop looks up each begun payment every 30 s for an hour. */
const MOST_JOBS = 10_000
/** The bank refuses all requests for this long. After this time, a begun payment can no longer bring money. */
const FORBIDDEN_MS = 5 * 60 * 60_000
/** On the shop's clock. If a run takes longer, some work probably never ends. */
const LONGEST_MS = 8 * 24 * 60 * 60_000

/**
 * First, people and processes act in a random order, with faults. Then people stop, most faults end, and the work continues until all is
 * done.
 */
export async function simulate(seed: number, say: (line: string) => void = () => {}): Promise<Run> {
  let wrong: string | undefined
  const note = (what: string) => {
    wrong ??= what
  }
  const stage = createStage(seed, note)
  const { faults, past, switchFaults, requests, world, books, shelf, readSide, turns } = stage
  const begunMs = world.now()
  try {
    for (const [productId, count] of Object.entries(LISTED))
      await world.list(productId, count + sumOf(past.map(({ lines }) => lines[productId] ?? 0)))
    for (const customer of CUSTOMERS) await world.register(customer)
    await haveBought(world, past)
    switchFaults(true)
    for (let step = 0; step < STEPS && wrong === undefined; step++) say(`${step} ${await turns.next()}`)
    if (wrong === undefined) await finishWithoutFaults(stage)
    wrong ??= requests.underWay().map((key) => `A request never ends: ${key}`)[0] ?? leftOver(world, books)
    wrong ??= (await readSide.differences())[0] ?? (await badAnswer({ world, readSide, shelf }))
  } catch (error) {
    note((error as Error).stack ?? String(error))
  } finally {
    await readSide.close()
    books.close()
  }
  if (world.now() - begunMs > LONGEST_MS) note('It took more than a week until all work was done')
  const types = world.events.map(({ type, stream }) => `${type} ${stream}`).join('\n')
  return { seed, faults, events: world.events.length, simulatedMs: world.now() - begunMs, types, wrong }
}

/** The faults are switched off at first. */
function createStage(seed: number, note: (what: string) => void) {
  const random = randomFrom(seed)
  const withChance = (share: number) => random() < share
  const faults = FAULTS.filter(() => withChance(0.5))
  const past = drawPast(random)
  let areOn = false
  const switchFaults = (on: boolean) => {
    areOn = on
  }
  const can = (fault: Fault) => areOn && faults.includes(fault)
  let ids = 0
  const scheduler = createScheduler(random, oneOf(random, STOPS))
  const pass = async (place: string) => {
    await scheduler.pass(place)
    if (place.startsWith('before') && can('busy store') && withChance(0.06)) throw new Error(`busy ${place}`)
    if (place.startsWith('after') && can('lost reply') && withChance(0.06)) throw new Error(`lost ${place}`)
  }
  const requests = watchRequests(note)
  const promises = watchPromises(() => world.bank, note)
  const faultyBank = createFaultyBank({
    ...{ idempotency: oneOf(random, IDEMPOTENCY), random, can, requests, pass },
    onRefusedPermanently: (providerOrderId) => world.bank.decide(providerOrderId, 'refused'),
    onTaken: promises.isTaken,
  })
  const world = createWorld({
    pass,
    payments: faultyBank.before,
    handling: { random, newId: () => `id ${++ids}`, pause: () => scheduler.pass('pause') },
  })
  const books = watchBooks(world, note)
  world.watch((event) => requests.take(event as unknown as ShopEvent))
  watchRefunds(world, note)
  watchSlips(world, note)
  watchHolds(world, note)
  const shelf = watchShelf(world, note)
  const readSide = createReadSide(world.log, () => new Date(world.now()), {
    isCommitLost: () => can('busy store') && withChance(0.2),
    isReplyLost: () => can('lost reply') && withChance(0.2),
    isRepeated: () => can('repeat') && withChance(0.3),
  })
  const turns = createTurns({
    ...{ world, scheduler, readSide, faultyBank, promises, random, can, isQuiet: past.length > 1 },
    decisions: decisionsWith(faults),
    newKey: () => `key ${++ids}`,
    onWrong: note,
    onError(error) {
      const isDefect = [TypeError, ReferenceError, RangeError].some((kind) => error instanceof kind)
      if (isDefect) note(`A defect: ${(error as Error).stack}`)
    },
  })
  return { random, faults, past, switchFaults, scheduler, requests, faultyBank, world, books, shelf, readSide, turns }
}

type Stage = ReturnType<typeof createStage>

async function finishWithoutFaults({ random, faults, switchFaults, scheduler, faultyBank, world, turns }: Stage) {
  const withChance = (share: number) => random() < share
  switchFaults(false)
  scheduler.releaseHeldUp()
  Object.assign(world.bank.faults, { down: false, unreported: false, refusesRefunds: false, refundsPend: false })
  while (scheduler.waiting() > 0) await scheduler.step()
  await faultyBank.catchUp()
  if (faults.includes('no permission') && withChance(0.2)) await runWithoutPermission(world, faultyBank)
  faultyBank.unclear.clear()
  endRefundsThere(world, random, 1)
  giveBackPending(world, random)
  for (const { id, isHeld } of world.bank.orders.values()) if (isHeld) world.bank.review(id, 'COMPLETED')
  world.endReviews(withChance(0.5) ? 'COMPLETED' : 'DECLINED')
  await world.settle(MOST_JOBS)
  // Delayed webhooks arrive only now, so the shop has settled everything without them.
  for (let said = turns.webhooks.onTheirWay(); said.length > 0; said = turns.webhooks.onTheirWay()) {
    for (const one of faults.includes('reorder') ? shuffled(random, said) : said)
      if (faults.includes('lost webhook') && canBeLost(one)) turns.webhooks.lose(one)
      else await turns.webhooks.deliver(one)
    await world.settle(MOST_JOBS)
  }
}

async function runWithoutPermission(world: Stage['world'], { faults }: Stage['faultyBank']) {
  faults.forbidding = true
  await world.live(FORBIDDEN_MS)
  faults.forbidding = false
}

const decisionsWith = (faults: readonly Fault[]): Decisions => [
  'approved',
  'approved',
  ...(faults.includes('refusal') ? (['declined', 'refused'] as const) : []),
  ...(faults.includes('pending') ? (['reviewed'] as const) : []),
]
