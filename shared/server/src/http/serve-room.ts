import { ShopError } from '@shop/language/errors'
import Koa, { type Middleware } from 'koa'
import { answerErrors } from './answer-errors.ts'
import { type Health, healthRoutes, type Phase } from './health.ts'
import { logUnsent } from './log-unsent.ts'
import { serve } from './serve.ts'

export type Room = Readonly<{
  middleware?: Middleware
  checks: Health['checks']
}>

/**
 * Runs a room in a separate process. The process listens before `open` is called. `open` adds the room's parts to the stack, which closes
 * them later. The room trusts the gateway's headers with the caller's address and protocol.
 */
export async function serveRoom(
  address: { host: string; port: number },
  open: (opening: AsyncDisposableStack) => Promise<Room>,
) {
  await using opening = new AsyncDisposableStack()
  let phase: Phase = 'starting'
  let room: Room | undefined

  const app = new Koa({ proxy: true, maxIpsCount: 1 })
  app.on('error', logUnsent)
  app.use(answerErrors())
  app.use(healthRoutes({ phase: () => phase, checks: async () => room?.checks() ?? {} }))
  app.use(async (ctx, next) => {
    if (!room) throw new ShopError('UNAVAILABLE', 'The shop is starting. Try again in a moment')
    await room.middleware?.(ctx, next)
    // If Koa closed the connection while the gateway is still sending, the answer would be lost.
    ctx.remove('Connection')
  })
  const serving = await serve(app.callback(), address)
  opening.defer(() => serving.stop(0))
  room = await open(opening)
  phase = 'ready'

  const opened = opening.move()
  return {
    url: serving.url,
    /** Requests that arrive within `graceMs` are still answered. */
    async close(graceMs = 0) {
      phase = 'stopping'
      await serving.stop(graceMs)
      await opened.disposeAsync()
    },
  }
}
