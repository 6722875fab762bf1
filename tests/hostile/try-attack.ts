import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { HonestShopper, Served } from './honest-shopper.ts'
import type { HostileAttack } from './hostile-attack.ts'
import type { WatchedShop } from './watched-shop.ts'

/** What was measured during a stretch of time: the requests of honest shoppers, and the shop's processes. */
export type Stretch = Readonly<{
  asked: number
  served: number
  /** By the kind of request: the share of these requests that were served. */
  servedByKind: Readonly<Record<string, number>>
  p95Ms: number
  /** For each process: the 99th percentile of its event loop's delays. */
  loopMs: readonly number[]
  rssMiB: number
}>

/** `calm`: the first stretch after the attack with normal times. Undefined if there was no such stretch within five seconds. */
export type Outcome = Readonly<{ during: Stretch; calm: Stretch | undefined; normalAfterMs: number }>

const HOSTILE_ADDRESS = '127.0.66.1'
const NORMAL_WITHIN_MS = 5000
const WINDOW_MS = 500

/** Measures honest requests and the shop's processes for this many milliseconds. */
export async function measure(shop: WatchedShop, shopper: HonestShopper, ms: number): Promise<Stretch> {
  await shop.loopDelays()
  let rssMiB = 0
  const sampling = setInterval(() => {
    rssMiB = Math.max(rssMiB, shop.rssMiB())
  }, 100)
  const served = await shopper.during(ms)
  clearInterval(sampling)
  const delays = await shop.loopDelays()
  return { ...summed(served), loopMs: delays.map(({ p99 }) => p99), rssMiB }
}

/** Measures honest requests during an attack, and then how soon times are normal again. */
export async function tryAttack(
  attack: HostileAttack,
  { shop, shopper, before, ms }: { shop: WatchedShop; shopper: HonestShopper; before: Stretch; ms: number },
): Promise<Outcome> {
  const target = { url: shop.url, address: HOSTILE_ADDRESS, productId: shopper.productId }
  const child = fork(new URL('./attacker.ts', import.meta.url), [attack.name, JSON.stringify(target)], { execArgv: [] })
  const gone = once(child, 'exit')
  try {
    await Promise.race([once(child, 'message'), gone.then(() => Promise.reject(new Error(`${attack.name} ended`)))])
    child.send('begin')
    const during = await measure(shop, shopper, ms)
    child.kill('SIGKILL')
    await gone
    return { during, ...(await calmAfter(shop, shopper, before)) }
  } finally {
    child.kill('SIGKILL')
  }
}

/** Waits until, for half a second, all requests are served about as quickly as before. */
async function calmAfter(shop: WatchedShop, shopper: HonestShopper, before: Stretch) {
  const endedMs = performance.now()
  let normalAfterMs = 0
  while (normalAfterMs < NORMAL_WITHIN_MS) {
    const calm = await measure(shop, shopper, WINDOW_MS)
    if (calm.served === calm.asked && calm.p95Ms <= 2 * before.p95Ms) return { calm, normalAfterMs }
    normalAfterMs = performance.now() - endedMs
  }
  return { calm: undefined, normalAfterMs }
}

function summed(requests: readonly Served[]) {
  const times = requests.map(({ tookMs }) => tookMs).sort((one, other) => one - other)
  const isServed = ({ status }: Served) => status >= 200 && status < 400
  const kinds = Object.entries(Object.groupBy(requests, ({ kind }) => kind))
  return {
    asked: requests.length,
    served: requests.filter(isServed).length,
    servedByKind: Object.fromEntries(kinds.map(([kind, all = []]) => [kind, all.filter(isServed).length / all.length])),
    p95Ms: times[Math.ceil(times.length * 0.95) - 1] ?? 0,
  }
}
