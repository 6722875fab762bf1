import Router from '@koa/router'
import type { Position } from '@shop/language/events/event'
import type { Checkpoint } from '@shop/stores/read-store/checkpoint'
import { type FollowedStandings, missingOf } from '@shop/stores/read-store/standings'
import type { Middleware } from 'koa'
import { repeatedly } from '../repeatedly.ts'

export type Phase = 'starting' | 'ready' | 'stopping'

/** 'ok', or a short description of the problem. */
export type Check = string

export type Checks = Readonly<{
  /** If one of these checks fails, the process cannot serve. */
  needed?: Readonly<Record<string, Check>>
  /** If one of these checks fails, the process still serves, but the shop is degraded. */
  optional?: Readonly<Record<string, Check>>
}>

export type Health = Readonly<{ phase: () => Phase; checks: () => Promise<Checks> }>

/** How long an event may take until read models show it. A longer delay must be visible within five seconds (reliability 8.1). */
const MAX_LAG_MS = 4_000
const LOOK_EVERY_MS = 500
/** The most heads in `awaited`. A full list covers more than `MAX_LAG_MS`, because each check adds at most one head. */
const MOST_AWAITED = 16

/**
 * `/healthz` answers if the process is alive. `/readyz` answers 503 while the process cannot serve, and 200 with `degraded` while it serves
 * with a problem (reliability 8.1).
 */
export function healthRoutes({ phase, checks }: Health): Middleware {
  return new Router({ strict: true, sensitive: true })
    .get('/healthz', (ctx) => {
      ctx.set('Cache-Control', 'no-store')
      ctx.body = { status: 'ok' }
    })
    .get('/readyz', async (ctx) => {
      const state = phase()
      const { needed = {}, optional = {} } = await checks()
      ctx.set('Cache-Control', 'no-store')
      ctx.status = state === 'ready' && areOk(needed) ? 200 : 503
      const status = state === 'ready' && !areOk({ ...needed, ...optional }) ? 'degraded' : state
      ctx.body = { status, checks: { phase: state, ...needed, ...optional } }
    })
    .routes() as Middleware
}

const areOk = (checks: Readonly<Record<string, Check>>) => Object.values(checks).every((word) => word === 'ok')

type Followed = Pick<FollowedStandings, 'standings' | 'checkpoints' | 'look'>
type Options = Readonly<{ everyMs?: number; maxLagMs?: number }>

/**
 * Checks twice a second until `signal` aborts. `log`: whether the log can be read. `readModels`: whether a read model was never built, has
 * halted, is damaged or is behind the log.
 */
export function watchLogAndReadModels(
  head: () => Promise<Position>,
  { standings, checkpoints, look }: Followed,
  signal: AbortSignal,
  { everyMs = LOOK_EVERY_MS, maxLagMs = MAX_LAG_MS }: Options = {},
) {
  let log: Check = 'ok'
  let lookedMs = performance.now()
  /** Heads of the log that the read models have not reached yet, the oldest first. */
  const awaited: Readonly<{ head: Position; sinceMs: number }>[] = []
  const isReached = (position: Position) => !missingOf(standings(), position).behind

  async function compare() {
    const beforeMs = lookedMs
    lookedMs = performance.now()
    // If `look` fails, the last known standings are compared with the log's head.
    const [newest] = await Promise.all([head().catch(() => undefined), look().catch(() => {})])
    log = newest === undefined ? 'failing' : 'ok'
    forgetReached()
    // The newest event was appended after the previous check, so the time is measured from that check.
    if (newest !== undefined && newest !== awaited.at(-1)?.head && !isReached(newest))
      awaited.push({ head: newest, sinceMs: beforeMs })
    // Dropping the oldest head hides no delay, because the next head has waited longer than `MAX_LAG_MS` too.
    if (awaited.length > MOST_AWAITED) awaited.shift()
  }

  function forgetReached() {
    while (awaited[0] && isReached(awaited[0].head)) awaited.shift()
  }

  void repeatedly(compare, everyMs, signal)

  function isBehind() {
    forgetReached()
    return awaited[0] !== undefined && performance.now() - awaited[0].sinceMs >= maxLagMs
  }
  const names = (isOne: (checkpoint: Checkpoint) => unknown) =>
    [...checkpoints()].flatMap(([name, checkpoint]) => (isOne(checkpoint) ? [name] : [])).join(', ')

  return {
    log: () => log,
    readModels(): Checks {
      if (Object.values(standings()).some(({ position }) => position === undefined))
        return { needed: { readModels: 'not built yet' } }
      const halted = names((checkpoint) => checkpoint.halted)
      const damaged = names((checkpoint) => checkpoint.damaged)
      if (halted) return { optional: { readModels: `halted: ${halted}` } }
      if (damaged) return { optional: { readModels: `damaged, being rebuilt: ${damaged}` } }
      return { optional: { readModels: isBehind() ? 'behind' : 'ok' } }
    },
  }
}

export const checkLogAndReadModels =
  (
    { log, readModels }: ReturnType<typeof watchLogAndReadModels>,
    others: Readonly<Record<string, () => Check>> = {},
  ): Health['checks'] =>
  async () => {
    const { needed, optional } = readModels()
    const further = Object.fromEntries(Object.entries(others).map(([name, check]) => [name, check()]))
    return { needed: { log: log(), ...needed }, optional: { ...optional, ...further } }
  }
