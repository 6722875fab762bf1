import { oneOf, type Random, wholeBelow } from '@shop/language/values/random-from'
import type { World } from '../../../command-service/src/test-support/create-world.ts'
import type { Can, Fault } from './faults.ts'
import type { createFaultyBank } from './faulty-bank.ts'
import { disputeThere, endRefundsThere, giveBackPending, giveBackThere, holdThere } from './provider.ts'
import type { Scheduler } from './scheduler.ts'

const MINUTE_MS = 60_000
const UNREPORTED_MS = 6 * 60 * MINUTE_MS

type Stage = Readonly<{
  world: World
  scheduler: Scheduler
  faultyBank: ReturnType<typeof createFaultyBank>
  random: Random
  can: Can
}>
type Happening = Readonly<{ fault?: Fault; times: number; act: () => string | Promise<string> }>

/** Each call of `happen` draws a fault or another change from outside the shop, and returns its name. */
export function createHappenings({ world, scheduler, faultyBank, random, can }: Stage) {
  const withChance = (share: number) => random() < share

  /** First, the bank carries out its delayed requests, because hours later the shop would no longer expect them. */
  async function pass(ms: number) {
    await faultyBank.catchUp()
    world.passTime(ms)
  }

  async function letTimePass(mostMs: number) {
    const ms = random() * mostMs
    if (withChance(0.5)) await pass(ms)
    else world.passTime(ms)
    return 'time passes'
  }

  async function crash() {
    await scheduler.kill()
    world.restart()
    return 'CRASH'
  }

  async function jump() {
    await pass((withChance(0.5) ? 1 : -1) * 60 * MINUTE_MS)
    return 'CLOCK'
  }

  function releaseHeldUp() {
    scheduler.releaseHeldUp()
    return 'the held-up tasks continue'
  }

  /** TABLE: everything that can happen, with its share. */
  const happenings: readonly Happening[] = [
    { fault: 'crash', times: 3, act: crash },
    { fault: 'held up', times: 4, act: releaseHeldUp },
    { fault: 'clock jump', times: 2, act: jump },
    ...happeningsAtBank({ world, faultyBank, random }, pass),
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

type AtBank = Pick<Stage, 'world' | 'faultyBank' | 'random'>

function happeningsAtBank(
  { world, faultyBank, random }: AtBank,
  pass: (ms: number) => Promise<void>,
): readonly Happening[] {
  const withChance = (share: number) => random() < share

  function toggleProvider() {
    world.bank.faults.down = !world.bank.faults.down
    return `PROVIDER ${world.bank.faults.down ? 'down' : 'back'}`
  }

  async function toggleReporting() {
    world.bank.faults.unreported = !world.bank.faults.unreported
    // During these hours, the shop opens cases about unknown payments.
    if (world.bank.faults.unreported && withChance(0.5)) await pass(UNREPORTED_MS)
    return `PAYMENTS ${world.bank.faults.unreported ? 'unreported' : 'reported again'}`
  }

  function changeRefusals() {
    world.bank.faults.refusesRefunds = oneOf(random, [false, 'for now', 'for good'] as const)
    return `REFUNDS ${world.bank.faults.refusesRefunds || 'made'}`
  }

  function review() {
    for (const id of world.bank.orders.keys())
      if (withChance(0.5)) world.bank.review(id, withChance(0.5) ? 'COMPLETED' : 'DECLINED')
    return 'REVIEWS'
  }

  function changePending() {
    world.bank.faults.refundsPend = withChance(0.6)
    endRefundsThere(world, random, 0.5)
    return `REFUNDS ${world.bank.faults.refundsPend ? 'pend' : 'are made at once'}`
  }

  function hold() {
    holdThere(world, random)
    return 'the provider holds money'
  }

  async function catchUp() {
    await faultyBank.catchUp()
    return 'the bank carries out delayed requests'
  }

  function changeUnclear() {
    for (const id of world.bank.orders.keys())
      if (withChance(0.3)) faultyBank.unclear[withChance(0.5) ? 'add' : 'delete'](id)
    return 'the status of some payments becomes clear or unclear'
  }

  function refundAtProvider() {
    giveBackThere(world, random)
    giveBackPending(world, random)
    return 'money goes back at the provider'
  }

  function dispute() {
    for (let times = 1 + wholeBelow(random, 3); times > 0; times--) disputeThere(world, random)
    return 'disputes at the provider'
  }

  /** TABLE: everything that can happen at the bank, with its share. */
  return [
    { fault: 'provider down', times: 2, act: toggleProvider },
    { fault: 'unreported', times: 2, act: toggleReporting },
    { fault: 'refusal', times: 2, act: changeRefusals },
    { fault: 'pending', times: 2, act: review },
    { fault: 'holds', times: 2, act: hold },
    { fault: 'refunds pend', times: 3, act: changePending },
    { fault: 'done later', times: 2, act: catchUp },
    { fault: 'unclear', times: 2, act: changeUnclear },
    { times: 2, act: refundAtProvider },
    { times: 2, act: dispute },
  ]
}
