import Router from '@koa/router'
import type { Position } from '@shop/shared/events/event'
import type { Middleware } from 'koa'

/** Tells whether the read models have come up to a position, at the latest after so long. */
export type Reached = (position: Position, timeoutMs: number) => Promise<boolean>

export type Health = Readonly<{
  phase: () => 'starting' | 'ready' | 'stopping'
  /** Throws when the log cannot be read or its folder not be written. */
  head: () => Promise<Position>
  reached: Reached
}>

const MAX_LAG_MS = 5000

/** `/healthz`: the process turns. `/readyz`: it can serve, with 503 while it cannot (reliability 8.1). */
export function healthRoutes(health: Health): Middleware {
  const keepsUp = lagCheck(health)
  return new Router({ strict: true, sensitive: true })
    .get('/healthz', (ctx) => {
      ctx.set('Cache-Control', 'no-store')
      ctx.body = { status: 'ok' }
    })
    .get('/readyz', async (ctx) => {
      const phase = health.phase()
      const log = await health.head().catch(() => undefined)
      const checks = {
        phase,
        log: log === undefined ? 'failing' : 'ok',
        readModels: log === undefined || !(await keepsUp(log)) ? 'behind' : 'ok',
      }
      const ready = phase === 'ready' && checks.log === 'ok' && checks.readModels === 'ok'
      ctx.set('Cache-Control', 'no-store')
      ctx.status = ready ? 200 : 503
      ctx.body = { status: ready ? 'ready' : phase === 'ready' ? 'degraded' : phase, checks }
    })
    .routes() as Middleware
}

/** A moving log is always a little ahead: behind is who has not reached within five seconds what was the head then. */
function lagCheck({ reached }: Health) {
  let awaited: { head: Position; sinceMs: number } | undefined
  return async (head: Position) => {
    if (awaited && (await reached(awaited.head, 0))) awaited = undefined
    if (!awaited && !(await reached(head, 0))) awaited = { head, sinceMs: performance.now() }
    return !awaited || performance.now() - awaited.sinceMs < MAX_LAG_MS
  }
}
