import { setTimeout as sleep } from 'node:timers/promises'
import Router from '@koa/router'
import type { Position } from '@shop/language/events/event'
import type { Checkpoint } from '@shop/stores/read-store/checkpoint'
import { type FollowedStandings, missingOf } from '@shop/stores/read-store/standings'
import type { Middleware } from 'koa'

export type Phase = 'starting' | 'ready' | 'stopping'

/** 'ok', or a short description of the problem. */
export type Check = string

export type Checks = Readonly<{
  /** Checks that must be ok to serve at all, by name. */
  needed?: Readonly<Record<string, Check>>
  /** Checks whose failure degrades the shop. */
  besides?: Readonly<Record<string, Check>>
}>

export type Health = Readonly<{ phase: () => Phase; checks: () => Promise<Checks> }>

/**
 * The longest time until an event is shown. With the interval of the looks and of the health checks, an operator's monitor notices a delay
 * within five seconds of the append.
 */
const MAX_LAG_MS = 4_000
const LOOK_EVERY_MS = 500

/**
 * `/healthz`: the process is alive. `/readyz`: 503 while it cannot serve, 200 with `degraded` while it serves with a problem (reliability
 * 8.1). So a halted list does not take the shop out of service.
 */
export function healthRoutes({ phase, checks }: Health): Middleware {
  return new Router({ strict: true, sensitive: true })
    .get('/healthz', (ctx) => {
      ctx.set('Cache-Control', 'no-store')
      ctx.body = { status: 'ok' }
    })
    .get('/readyz', async (ctx) => {
      const state = phase()
      const { needed = {}, besides = {} } = await checks()
      ctx.set('Cache-Control', 'no-store')
      ctx.status = state === 'ready' && areOk(needed) ? 200 : 503
      const status = state === 'ready' && !areOk({ ...needed, ...besides }) ? 'degraded' : state
      ctx.body = { status, checks: { phase: state, ...needed, ...besides } }
    })
    .routes() as Middleware
}

const areOk = (checks: Readonly<Record<string, Check>>) => Object.values(checks).every((word) => word === 'ok')

type Followed = Pick<FollowedStandings, 'standings' | 'checkpoints' | 'look'>
type Options = Readonly<{ everyMs?: number; maxLagMs?: number }>

/**
 * Looks twice a second until `signal` aborts, even without requests, so that the first request gets the current state. `log`: whether it
 * can be read. `readModels`: whether they were built, without which nothing can be answered; whether one has halted or is damaged; and
 * whether they show what is in the log.
 */
export function watchLogAndReadModels(
  head: () => Promise<Position>,
  { standings, checkpoints, look }: Followed,
  signal: AbortSignal,
  { everyMs = LOOK_EVERY_MS, maxLagMs = MAX_LAG_MS }: Options = {},
) {
  let log: Check = 'ok'
  let lookedMs = performance.now()
  /** The log is always a little ahead. A read model is behind if it does not reach this head in time. */
  let awaited: Readonly<{ head: Position; sinceMs: number }> | undefined
  const isReached = (position: Position) => !missingOf(standings(), position).behind

  async function compare() {
    const beforeMs = lookedMs
    lookedMs = performance.now()
    // While the read models are unavailable their standings do not change, but the log goes on.
    const [newest] = await Promise.all([head().catch(() => undefined), look().catch(() => {})])
    log = newest === undefined ? 'failing' : 'ok'
    if (awaited && isReached(awaited.head)) awaited = undefined
    // It was appended after the previous look.
    if (newest !== undefined && !awaited && !isReached(newest)) awaited = { head: newest, sinceMs: beforeMs }
  }

  async function watch() {
    while (!signal.aborted) {
      await compare()
      await sleep(everyMs, undefined, { signal, ref: false }).catch(() => {})
    }
  }
  void watch()

  const isBehind = () =>
    awaited !== undefined && !isReached(awaited.head) && performance.now() - awaited.sinceMs >= maxLagMs
  const names = (isOne: (checkpoint: Checkpoint) => unknown) =>
    [...checkpoints()].flatMap(([name, checkpoint]) => (isOne(checkpoint) ? [name] : [])).join(', ')

  return {
    log: () => log,
    readModels(): Checks {
      if (Object.values(standings()).some(({ position }) => position === undefined))
        return { needed: { readModels: 'not built yet' } }
      const halted = names((checkpoint) => checkpoint.halted)
      const damaged = names((checkpoint) => checkpoint.damaged)
      if (halted) return { besides: { readModels: `halted: ${halted}` } }
      if (damaged) return { besides: { readModels: `damaged, built anew: ${damaged}` } }
      return { besides: { readModels: isBehind() ? 'behind' : 'ok' } }
    },
  }
}

/** The health checks of a process that needs both, plus `others`. */
export const checkLogAndReadModels =
  (
    { log, readModels }: ReturnType<typeof watchLogAndReadModels>,
    others: Readonly<Record<string, () => Check>> = {},
  ): Health['checks'] =>
  async () => {
    const { needed, besides } = readModels()
    const further = Object.fromEntries(Object.entries(others).map(([name, check]) => [name, check()]))
    return { needed: { log: log(), ...needed }, besides: { ...besides, ...further } }
  }
