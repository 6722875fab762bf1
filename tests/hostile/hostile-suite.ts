import { availableParallelism } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { attacks as allAttacks } from './all-attacks.ts'
import { type HonestShopper, startShopper } from './honest-shopper.ts'
import { shareOfMachineInUse } from './machine-work.ts'
import { measure, type Outcome, type Stretch, tryAttack } from './try-attack.ts'
import { startWatchedShop, type WatchedShop } from './watched-shop.ts'

/** The short form runs in CI. The long form, `HOSTILE_SECONDS=20 npm run test:hostile`, tries every attack on both shops. */
const SECONDS = Number(process.env.HOSTILE_SECONDS ?? 3)
const IS_SHORT = process.env.HOSTILE_SECONDS === undefined
const WARM_UP_MS = 2500
/** The short form compares the memory with the memory before the attack. The long form has the limit of reliability R14. */
const MOST_MEMORY = { timesBefore: 2, mib: 512 }
/**
 * An attack is tried at most this often. A stretch of time has only about 120 requests, so its p95 is high if the machine delays six of
 * them, and too few are served if it delays three beyond their limit. An attack that really delays people does so in every try.
 */
const TRIES = 3
/** People do not notice a shorter delay. Without this floor, the limit would be stricter for a shop that is faster without an attack. */
const NOTICED_MS = 150
/** If other programs use more than this share of the machine, times are printed but not compared. */
const MOST_OF_OTHERS = 0.3
/** This many processes compute at once. On a machine with fewer cores, the attacker would slow down the shop just by using a core. */
const CORES_FOR = { embedded: 2, distributed: 6 }

type Options = Readonly<{ attacks?: typeof allAttacks; isBehindProxy?: boolean }>

/** Tries the attacks one after the other on the same shop. At the same time, an honest shopper makes requests from other addresses. */
export function tryAttacksOn(
  composition: 'embedded' | 'distributed',
  { attacks = allAttacks, isBehindProxy = false }: Options = {},
) {
  let shop: WatchedShop
  let shopper: HonestShopper
  let before: Stretch
  let isBusy = false
  beforeAll(async () => {
    isBusy = (await shareOfMachineInUse()) > MOST_OF_OTHERS || availableParallelism() < CORES_FOR[composition]
    shop = await startWatchedShop(composition, isBehindProxy ? { TRUST_PROXY: 'true' } : {})
    shopper = await startShopper(shop.url, isBehindProxy)
    await shopper.during(WARM_UP_MS)
    if (isBusy) console.info('The machine is busy with other work, or too small: times are not compared')
    before = await measure(shop, shopper, SECONDS * 1000)
    console.info(shown('nobody', before))
    // Not all requests must be served, because a request can be late on a busy machine.
    expect(before.served / before.asked).toBeGreaterThanOrEqual(0.95)
  })
  afterAll(async () => {
    shopper?.close()
    await shop?.close()
  })

  const tried = attacks.filter(
    ({ alsoDistributed, onlyLong }) => !IS_SHORT || (!onlyLong && (composition === 'embedded' || alsoDistributed)),
  )
  test.each(tried)('$name: $does', async (attack) => {
    for (let tries = 1; ; tries++) {
      const outcome = await tryAttack(attack, { shop, shopper, before, ms: SECONDS * 1000 })
      console.info(shown(attack.name, outcome.during, outcome))
      const { during, calm } = outcome
      expect(calm).toBeDefined()
      for (const [kind, share] of Object.entries(during.servedByKind))
        expect([kind, share >= 0.5]).toEqual([kind, true])
      expect(during.rssMiB).toBeLessThanOrEqual(IS_SHORT ? MOST_MEMORY.timesBefore * before.rssMiB : MOST_MEMORY.mib)
      // The other work of the machine varies. So the attack is compared with the slower of two stretches: before and after the attack.
      const late = isBusy ? [] : lateThings(during, calm ? slowest(before, calm) : before)
      const wrong = during.served / during.asked < 0.98 ? ['not served', ...late] : late
      if (wrong.length === 0) return
      if (tries === TRIES) expect(wrong).toEqual([])
    }
  })
}

/** Describes the delays during a stretch that are longer than an attack may cause. */
const lateThings = (during: Stretch, before: Stretch): string[] =>
  [
    { what: 'p95', ms: during.p95Ms, most: Math.max(5 * before.p95Ms, NOTICED_MS) },
    ...during.loopMs.map((ms, at) => ({ what: `loop ${at}`, ms, most: 4 * (before.loopMs[at] ?? 0) })),
  ].flatMap(({ what, ms, most }) => (ms > most ? [`${what}: ${ms.toFixed(1)} ms, at most ${most.toFixed(1)}`] : []))

const slowest = (one: Stretch, other: Stretch): Stretch => ({
  ...one,
  p95Ms: Math.max(one.p95Ms, other.p95Ms),
  loopMs: one.loopMs.map((ms, at) => Math.max(ms, other.loopMs[at] ?? 0)),
})

function shown(name: string, stretch: Stretch, outcome?: Outcome) {
  const { served, asked, servedByKind, p95Ms, loopMs, rssMiB } = stretch
  const lacking = Object.entries(servedByKind).flatMap(([kind, share]) => (share < 1 ? [`${kind} ${share}`] : []))
  const after = outcome ? `, normal after ${outcome.calm ? outcome.normalAfterMs.toFixed(0) : 'more than 5000'} ms` : ''
  const loops = loopMs.map((ms) => ms.toFixed(0)).join('/')
  return `${name}: ${served} of ${asked} served${lacking.length > 0 ? ` (${lacking.join(', ')})` : ''}, p95 ${p95Ms.toFixed(1)} ms, loop p99 ${loops} ms, ${rssMiB.toFixed(0)} MiB${after}`
}
