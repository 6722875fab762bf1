import Router from '@koa/router'
import type { Position } from '@shop/language/events/event'
import { type FollowedStandings, missingOf } from '@shop/stores/read-store/standings'
import type { Middleware } from 'koa'

export type Phase = 'starting' | 'ready' | 'stopping'

/** 'ok', or what is wrong in a few words. */
export type Check = string

export type Checks = Readonly<{
  /** Checks without which nothing can be served, by name. */
  needed?: Readonly<Record<string, Check>>
  /** Checks whose failure degrades the shop. */
  besides?: Readonly<Record<string, Check>>
}>

export type Health = Readonly<{ phase: () => Phase; checks: () => Promise<Checks> }>

type Built = Pick<FollowedStandings, 'standings' | 'checkpoints'>

const MAX_LAG_MS = 5000

/**
 * `/healthz`: the process is alive. `/readyz`: 503 while it cannot serve, 200 with `degraded` while it
 * serves with something wrong (reliability 8.1), so that a halted list does not take the shop out of service.
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

/** Checks the log and the read models, and besides them `others`. `head` throws when the log cannot be used. */
export function checkLogAndReadModels(
  head: () => Promise<Position>,
  followed: Built,
  others: Readonly<Record<string, () => Check>> = {},
): Health['checks'] {
  const checkReadModels = readModelsCheck(followed)
  return async () => {
    const newest = await head().catch(() => undefined)
    const { needed, besides } = checkReadModels(newest)
    const further = Object.fromEntries(Object.entries(others).map(([name, check]) => [name, check()]))
    const more = { ...besides, ...further }
    return {
      needed: { log: newest === undefined ? 'failing' : 'ok', ...needed },
      ...(Object.keys(more).length > 0 && { besides: more }),
    }
  }
}

/**
 * Whether the read models were built, without which nothing can be answered; whether one has halted; and whether they
 * keep up with the log's head, where that is told.
 */
export function readModelsCheck({ standings, checkpoints }: Built): (head?: Position) => Checks {
  const keepsUp = lagCheck((position) => !missingOf(standings(), position).behind)
  return (head) => {
    if (Object.values(standings()).some(({ position }) => position === undefined))
      return { needed: { readModels: 'not built yet' } }
    const halted = [...checkpoints()].flatMap(([name, checkpoint]) => (checkpoint.halted ? [name] : []))
    const damaged = [...checkpoints()].flatMap(([name, checkpoint]) => (checkpoint.damaged ? [name] : []))
    const isCurrent = head === undefined || keepsUp(head)
    if (halted.length > 0) return { besides: { readModels: `halted: ${halted.join(', ')}` } }
    if (damaged.length > 0) return { besides: { readModels: `damaged, built anew: ${damaged.join(', ')}` } }
    return { besides: { readModels: isCurrent ? 'ok' : 'behind' } }
  }
}

/** The log is always a little ahead: a read model is behind if it has not reached within five seconds what was the head then. */
function lagCheck(isReached: (position: Position) => boolean) {
  let awaited: { head: Position; sinceMs: number } | undefined
  return (head: Position) => {
    if (awaited && isReached(awaited.head)) awaited = undefined
    if (!awaited && !isReached(head)) awaited = { head, sinceMs: performance.now() }
    return !awaited || performance.now() - awaited.sinceMs < MAX_LAG_MS
  }
}
