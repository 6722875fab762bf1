import Router from '@koa/router'
import type { Position } from '@shop/language/events/event'
import { type FollowedStandings, missingOf } from '@shop/stores/read-store/standings'
import type { Middleware } from 'koa'

export type Phase = 'starting' | 'ready' | 'stopping'

/** 'ok', or in a few words what is wrong. */
export type Check = string

export type Checks = Readonly<{
  /** Without these nothing can be served. By name. */
  needed?: Readonly<Record<string, Check>>
  /** Without these it serves, and something is poorer. */
  besides?: Readonly<Record<string, Check>>
}>

export type Health = Readonly<{ phase: () => Phase; checks: () => Promise<Checks> }>

type Built = Pick<FollowedStandings, 'standings' | 'checkpoints'>

const MAX_LAG_MS = 5000

/**
 * `/healthz`: the process turns. `/readyz`: it can serve, with 503 while it cannot, and with 200 and `degraded` while it
 * can and something is wrong (reliability 8.1): a shop that sells is not to be taken out of service for a list that stands still.
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

/** Whether the log can be used, and how the read models stand. `head` throws where the log cannot be used. */
export function checkLogAndReadModels(head: () => Promise<Position>, followed: Built): Health['checks'] {
  const checkReadModels = readModelsCheck(followed)
  return async () => {
    const newest = await head().catch(() => undefined)
    const { needed, besides } = checkReadModels(newest)
    return { needed: { log: newest === undefined ? 'failing' : 'ok', ...needed }, ...(besides && { besides }) }
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
    const isCurrent = head === undefined || keepsUp(head)
    return { besides: { readModels: halted.length > 0 ? `halted: ${halted.join(', ')}` : isCurrent ? 'ok' : 'behind' } }
  }
}

/** A moving log is always a little ahead: behind is who has not reached within five seconds what was the head then. */
function lagCheck(isReached: (position: Position) => boolean) {
  let awaited: { head: Position; sinceMs: number } | undefined
  return (head: Position) => {
    if (awaited && isReached(awaited.head)) awaited = undefined
    if (!awaited && !isReached(head)) awaited = { head, sinceMs: performance.now() }
    return !awaited || performance.now() - awaited.sinceMs < MAX_LAG_MS
  }
}
