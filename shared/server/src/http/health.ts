import Router from '@koa/router'
import type { Position } from '@shop/language/events/event'
import type { Reached } from '@shop/stores/read-store/wait-until-reached'
import type { Middleware } from 'koa'

export type Phase = 'starting' | 'ready' | 'stopping'

export type Health = Readonly<{
  phase: () => Phase
  /** What serving depends on, by name: 'ok', or in a word what is wrong. */
  checks: () => Promise<Readonly<Record<string, string>>>
}>

const MAX_LAG_MS = 5000

/** `/healthz`: the process turns. `/readyz`: it can serve, with 503 while it cannot (reliability 8.1). */
export function healthRoutes({ phase, checks }: Health): Middleware {
  return new Router({ strict: true, sensitive: true })
    .get('/healthz', (ctx) => {
      ctx.set('Cache-Control', 'no-store')
      ctx.body = { status: 'ok' }
    })
    .get('/readyz', async (ctx) => {
      const state = phase()
      const found = await checks()
      const ready = state === 'ready' && Object.values(found).every((word) => word === 'ok')
      ctx.set('Cache-Control', 'no-store')
      ctx.status = ready ? 200 : 503
      ctx.body = { status: ready || state !== 'ready' ? state : 'degraded', checks: { phase: state, ...found } }
    })
    .routes() as Middleware
}

/** Whether the log can be used, and whether the read models keep up with it. `head` throws where it cannot. */
export function checkLogAndReadModels(head: () => Promise<Position>, reached: Reached): Health['checks'] {
  const keepsUp = lagCheck(reached)
  return async () => {
    const newest = await head().catch(() => undefined)
    return {
      log: newest === undefined ? 'failing' : 'ok',
      readModels: newest === undefined || !(await keepsUp(newest)) ? 'behind' : 'ok',
    }
  }
}

/** A moving log is always a little ahead: behind is who has not reached within five seconds what was the head then. */
function lagCheck(reached: Reached) {
  let awaited: { head: Position; sinceMs: number } | undefined
  return async (head: Position) => {
    if (awaited && (await reached(awaited.head, 0))) awaited = undefined
    if (!awaited && !(await reached(head, 0))) awaited = { head, sinceMs: performance.now() }
    return !awaited || performance.now() - awaited.sinceMs < MAX_LAG_MS
  }
}
