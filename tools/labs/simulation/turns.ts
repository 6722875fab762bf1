import { isShopError, type ShopError } from '@shop/language/errors'
import { oneOf, type Random, wholeBelow } from '@shop/language/random-from'
import type { World } from '../../../command-service/src/test-support/create-world.ts'
import { countsStock, looksAfterAnOrder, looksAtACase } from './aftercare.ts'
import type { Can } from './faults.ts'
import { canBeLost, createWebhooks, disputeThere, endRefundsThere, giveBackPending, giveBackThere } from './provider.ts'
import type { createReadSide } from './read-side.ts'
import { Died, type Scheduler } from './scheduler.ts'
import { type Attempt, buys, type Decisions, paysInAnOldBrowser } from './shoppers.ts'
import type { createUnkindBank } from './unkind-bank.ts'
import { watchLooks } from './watch-looks.ts'
import type { Promises } from './watch-promises.ts'

const MINUTE_MS = 60_000
const UNTOLD_MS = 6 * 60 * MINUTE_MS
const MOST_TASKS = 6
const MOST_TRIES = 4

type Stage = Readonly<{
  world: World
  scheduler: Scheduler
  readSide: ReturnType<typeof createReadSide>
  unkind: ReturnType<typeof createUnkindBank>
  promises: Promises
  random: Random
  can: Can
  decisions: Decisions
  newKey: () => string
  /** What a task has thrown that is no refusal. */
  onError: (error?: unknown) => void
  onWrong: (what: string) => void
}>

/** What happens next on a stage, one thing at each call of `next`; returns what it was. */
export function createTurns(stage: Stage) {
  const { world, scheduler, readSide, unkind, promises, random, can, decisions, newKey, onError, onWrong } = stage
  const has = (share: number) => random() < share
  const webhooks = createWebhooks(world)
  const looks = watchLooks(world, () => scheduler.pass('somebody thinks'), onWrong)

  /** Whoever gets no answer tries again under the same key, and some do so although they have one. */
  const attempt: Attempt = async (act) => {
    const key = newKey()
    for (let tries = 1; ; tries++)
      try {
        const answer = await act(key)
        if (can('repeat') && has(0.2)) await act(key)
        return answer
      } catch (error) {
        if (error instanceof Died || isDefinite(error) || tries === MOST_TRIES) throw error
      }
  }

  function mayBeUnclear(providerOrderId: string) {
    if (can('unclear') && has(0.3)) unkind.unclear.add(providerOrderId)
  }

  /** TABLE: who may come, by how often: up to which number from 0 to 1. */
  const people: readonly (readonly [upTo: number, come: () => Promise<unknown>])[] = [
    [0.45, () => buys({ world, random, decisions, attempt, promises })],
    [0.52, () => paysInAnOldBrowser({ world, random, attempt }, mayBeUnclear)],
    [0.88, () => looksAfterAnOrder({ world, random, attempt, looks })],
    [0.96, () => looksAtACase(world, random, attempt)],
    [1, () => countsStock(world, random, attempt)],
  ]

  async function somebodyComes() {
    const dice = random()
    await scheduler.begin(people.find(([upTo]) => dice < upTo)![1], onError)
    return 'somebody comes'
  }

  async function workOne() {
    const due = [...world.jobs.values()].filter(({ dueMs }) => can('reorder') || dueMs <= world.now())
    if (due.length === 0) return letTimePass(5 * MINUTE_MS)
    const job = oneOf(random, due)
    await scheduler.begin(() => world.work(job))
    return job.command.type
  }

  /** Webhooks come late, in any order, more than once, or not at all. */
  async function aWebhookComes() {
    const onTheirWay = webhooks.onTheirWay()
    const said = can('reorder') ? onTheirWay[wholeBelow(random, onTheirWay.length)] : onTheirWay[0]
    if (!said) return letTimePass(MINUTE_MS)
    if (can('lost webhook') && canBeLost(said) && has(0.4)) {
      webhooks.lose(said)
      return `LOST ${said.signalId}`
    }
    const again = can('repeat') && has(0.3)
    await scheduler.begin(() => webhooks.deliver(said, { again }), onError)
    return `webhook ${said.signalId}`
  }

  /** What the bank has put off it does within minutes: hours later no shop would look for it. */
  async function pass(ms: number) {
    await unkind.catchUp()
    world.passTime(ms)
  }

  async function letTimePass(mostMs: number) {
    const ms = random() * mostMs
    if (has(0.5)) await pass(ms)
    else world.passTime(ms)
    return 'time passes'
  }

  async function happen() {
    if (can('crash') && has(0.4)) {
      await scheduler.kill()
      world.restart()
      return 'CRASH'
    }
    if (can('clock jump') && has(0.3)) {
      await pass((has(0.5) ? 1 : -1) * 60 * MINUTE_MS)
      return 'CLOCK'
    }
    if (can('provider down') && has(0.4)) {
      world.bank.faults.down = !world.bank.faults.down
      return `PROVIDER ${world.bank.faults.down ? 'down' : 'back'}`
    }
    if (can('untold') && has(0.3)) {
      world.bank.faults.untold = !world.bank.faults.untold
      // Long enough for cases about what nobody knows.
      if (world.bank.faults.untold && has(0.5)) await pass(UNTOLD_MS)
      return `PAYMENTS ${world.bank.faults.untold ? 'untold' : 'told again'}`
    }
    if (can('refusal') && has(0.4)) {
      world.bank.faults.refusesRefunds = oneOf(random, [false, 'for now', 'for good'] as const)
      return `REFUNDS ${world.bank.faults.refusesRefunds || 'made'}`
    }
    if (can('pending') && has(0.4)) {
      for (const id of world.bank.orders.keys())
        if (has(0.5)) world.bank.review(id, has(0.5) ? 'COMPLETED' : 'DECLINED')
      return 'REVIEWS'
    }
    if (can('refunds pend') && has(0.5)) {
      world.bank.faults.refundsPend = has(0.6)
      endRefundsThere(world, random, 0.5)
      return `REFUNDS ${world.bank.faults.refundsPend ? 'pend' : 'are made at once'}`
    }
    if (can('done later') && has(0.4)) {
      await unkind.catchUp()
      return 'what the bank had put off is done'
    }
    if (can('unclear') && has(0.4)) {
      for (const id of world.bank.orders.keys()) if (has(0.3)) unkind.unclear[has(0.5) ? 'add' : 'delete'](id)
      return 'a status that is new'
    }
    if (has(0.2)) {
      giveBackThere(world, random)
      giveBackPending(world, random)
      return 'money goes back at the provider'
    }
    if (has(0.15)) {
      disputeThere(world, random)
      return 'a dispute at the provider'
    }
    return letTimePass(10 * MINUTE_MS)
  }

  return {
    webhooks,
    async next(): Promise<string | undefined> {
      const dice = random()
      if (scheduler.waiting() > 0 && dice < 0.6) return scheduler.step()
      if (dice < 0.74 && scheduler.running() < MOST_TASKS) return somebodyComes()
      if (dice < 0.84) return workOne()
      if (dice < 0.9) return aWebhookComes()
      if (dice < 0.94) {
        await readSide.move(1 + wholeBelow(random, 20))
        return 'the read models move'
      }
      return happen()
    },
  }
}

/** A refusal that comes again however often it is asked. */
const isDefinite = (error: unknown): error is ShopError =>
  isShopError(error) && !['UNAVAILABLE', 'PROVIDER_UNAVAILABLE'].includes(error.code)
