import { oneOf, type Random, wholeBelow } from '@shop/language/values/random-from'
import type { World } from '../../../command-service/src/test-support/create-world.ts'
import type { Can, Fault } from './faults.ts'
import { disputeThere, endRefundsThere, giveBackPending, giveBackThere } from './provider.ts'
import type { Scheduler } from './scheduler.ts'
import type { createUnkindBank } from './unkind-bank.ts'

const MINUTE_MS = 60_000
const UNREPORTED_MS = 6 * 60 * MINUTE_MS

type Stage = Readonly<{
  world: World
  scheduler: Scheduler
  unkind: ReturnType<typeof createUnkindBank>
  random: Random
  can: Can
}>
type Happening = Readonly<{ fault?: Fault; times: number; act: () => string | Promise<string> }>

/**
 * Things that happen to a shop and its provider from outside. Each call of one of the functions lets one thing happen, and returns the name
 * of this thing.
 */
export function createHappenings({ world, scheduler, unkind, random, can }: Stage) {
  const has = (share: number) => random() < share

  /**
   * Lets time pass. Before that, the bank carries out the requests that it has delayed. If the bank carried them out hours later, the shop
   * would no longer expect that.
   */
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

  async function crash() {
    await scheduler.kill()
    world.restart()
    return 'CRASH'
  }

  async function jump() {
    await pass((has(0.5) ? 1 : -1) * 60 * MINUTE_MS)
    return 'CLOCK'
  }

  function turnProvider() {
    world.bank.faults.down = !world.bank.faults.down
    return `PROVIDER ${world.bank.faults.down ? 'down' : 'back'}`
  }

  async function turnReporting() {
    world.bank.faults.unreported = !world.bank.faults.unreported
    // `UNREPORTED_MS` is long enough for the shop to open cases about unknown payments.
    if (world.bank.faults.unreported && has(0.5)) await pass(UNREPORTED_MS)
    return `PAYMENTS ${world.bank.faults.unreported ? 'unreported' : 'reported again'}`
  }

  function turnRefunds() {
    world.bank.faults.refusesRefunds = oneOf(random, [false, 'for now', 'for good'] as const)
    return `REFUNDS ${world.bank.faults.refusesRefunds || 'made'}`
  }

  function review() {
    for (const id of world.bank.orders.keys()) if (has(0.5)) world.bank.review(id, has(0.5) ? 'COMPLETED' : 'DECLINED')
    return 'REVIEWS'
  }

  function turnPending() {
    world.bank.faults.refundsPend = has(0.6)
    endRefundsThere(world, random, 0.5)
    return `REFUNDS ${world.bank.faults.refundsPend ? 'pend' : 'are made at once'}`
  }

  async function catchUp() {
    await unkind.catchUp()
    return 'what the bank had put off is done'
  }

  function obscure() {
    for (const id of world.bank.orders.keys()) if (has(0.3)) unkind.unclear[has(0.5) ? 'add' : 'delete'](id)
    return 'a status that is new'
  }

  function giveBack() {
    giveBackThere(world, random)
    giveBackPending(world, random)
    return 'money goes back at the provider'
  }

  function dispute() {
    for (let times = 1 + wholeBelow(random, 3); times > 0; times--) disputeThere(world, random)
    return 'disputes at the provider'
  }

  function letGo() {
    scheduler.letGo()
    return 'who was held up goes on'
  }

  /** TABLE: what can happen, each with its share. */
  const happenings: readonly Happening[] = [
    { fault: 'crash', times: 3, act: crash },
    { fault: 'held up', times: 4, act: letGo },
    { fault: 'clock jump', times: 2, act: jump },
    { fault: 'provider down', times: 2, act: turnProvider },
    { fault: 'unreported', times: 2, act: turnReporting },
    { fault: 'refusal', times: 2, act: turnRefunds },
    { fault: 'pending', times: 2, act: review },
    { fault: 'refunds pend', times: 3, act: turnPending },
    { fault: 'done later', times: 2, act: catchUp },
    { fault: 'unclear', times: 2, act: obscure },
    { times: 2, act: giveBack },
    { times: 2, act: dispute },
    { times: 6, act: () => letTimePass(10 * MINUTE_MS) },
  ]

  return {
    letTimePass,
    async happen(): Promise<string> {
      const possible = happenings.filter(({ fault }) => !fault || can(fault))
      return oneOf(
        random,
        possible.flatMap(({ times, act }) => Array<Happening['act']>(times).fill(act)),
      )()
    },
  }
}
