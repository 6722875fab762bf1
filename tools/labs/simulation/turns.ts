import { isShopError, type ShopError } from '@shop/language/errors'
import { oneOf, type Random, wholeBelow } from '@shop/language/values/random-from'
import type { World } from '../../../command-service/src/test-support/create-world.ts'
import { countsStock, drawActs, looksAfterAnOrder, looksAtACase } from './admins.ts'
import type { Can } from './faults.ts'
import type { createFaultyBank } from './faulty-bank.ts'
import { createHappenings } from './happenings.ts'
import { canBeLost, createWebhooks } from './provider.ts'
import type { createReadSide } from './read-side.ts'
import { Died, type Scheduler } from './scheduler.ts'
import { type Attempt, buys, type Decisions, paysInAnOldBrowser } from './shoppers.ts'
import { watchLooks } from './watch-looks.ts'
import type { Promises } from './watch-promises.ts'

const MINUTE_MS = 60_000
const MOST_TASKS = 6
const MOST_TRIES = 4

type Stage = Readonly<{
  world: World
  scheduler: Scheduler
  readSide: ReturnType<typeof createReadSide>
  faultyBank: ReturnType<typeof createFaultyBank>
  promises: Promises
  random: Random
  can: Can
  /** On a quiet day, few people buy. Most people act on existing orders. */
  isQuiet: boolean
  decisions: Decisions
  newKey: () => string
  onError: (error?: unknown) => void
  onWrong: (what: string) => void
}>

export function createTurns(stage: Stage) {
  const { world, scheduler, readSide, faultyBank, promises, random, can, isQuiet } = stage
  const { decisions, newKey, onError, onWrong } = stage
  const withChance = (share: number) => random() < share
  const acts = drawActs(random)
  const webhooks = createWebhooks(world)
  const { letTimePass, happen } = createHappenings({ world, scheduler, faultyBank, random, can })
  const wait = () => scheduler.pass('a customer thinks')
  const looks = watchLooks(world, wait, onWrong)

  /** A client without an answer tries again with the same idempotency key. Some clients also repeat a command that was answered. */
  const attempt: Attempt = async (act) => {
    const key = newKey()
    for (let tries = 1; ; tries++)
      try {
        const answer = await act(key)
        if (can('repeat') && withChance(0.2)) await act(key)
        return answer
      } catch (error) {
        if (error instanceof Died || isDefinite(error) || tries === MOST_TRIES) throw error
      }
  }

  function mayBeUnclear(providerOrderId: string) {
    if (can('unclear') && withChance(0.3)) faultyBank.unclear.add(providerOrderId)
  }

  /** TABLE: the acts of people, with their shares on a day with many buyers and on a quiet day. */
  const people: readonly (readonly [buying: number, caring: number, come: () => Promise<unknown>])[] = [
    [10, 2, () => buys({ world, random, decisions, attempt, promises })],
    [2, 1, () => paysInAnOldBrowser({ world, random, attempt }, mayBeUnclear)],
    [8, 14, () => looksAfterAnOrder({ world, random, attempt, looks, wait }, acts)],
    [2, 3, () => looksAtACase(world, random, attempt)],
    [1, 1, () => countsStock(world, random, attempt)],
  ]
  const ofDay = people.flatMap(([buying, caring, come]) => Array<typeof come>(isQuiet ? caring : buying).fill(come))

  async function customerComes() {
    await scheduler.begin(oneOf(random, ofDay), onError)
    return 'a person comes'
  }

  async function workOne() {
    const due = [...world.jobs.values()].filter(({ dueMs }) => can('reorder') || dueMs <= world.now())
    if (due.length === 0) return letTimePass(5 * MINUTE_MS)
    const job = oneOf(random, due)
    await scheduler.begin(() => world.work(job))
    return job.command.type
  }

  async function aWebhookComes() {
    const onTheirWay = webhooks.onTheirWay()
    const said = can('reorder') ? onTheirWay[wholeBelow(random, onTheirWay.length)] : onTheirWay[0]
    if (!said) return letTimePass(MINUTE_MS)
    if (can('lost webhook') && canBeLost(said) && withChance(0.4)) {
      webhooks.lose(said)
      return `LOST ${said.signalId}`
    }
    const again = can('repeat') && withChance(0.3)
    await scheduler.begin(() => webhooks.deliver(said, { again }), onError)
    return `webhook ${said.signalId}`
  }

  return {
    webhooks,
    async next(): Promise<string | undefined> {
      if (can('held up') && withChance(0.03)) scheduler.holdUp()
      const dice = random()
      if (scheduler.waiting() > 0 && dice < 0.6) return scheduler.step()
      if (dice < 0.74 && scheduler.running() < MOST_TASKS) return customerComes()
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

/** Whether the shop would refuse the same command again. */
const isDefinite = (error: unknown): error is ShopError =>
  isShopError(error) && !['UNAVAILABLE', 'PROVIDER_UNAVAILABLE'].includes(error.code)
