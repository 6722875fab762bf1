import type { IncomingMessage } from 'node:http'
import { ShopError } from '@shop/language/errors'
import { logFact } from '@shop/logger/logger'
import type { Context, Middleware } from 'koa'
import { endToEnd, forwardedCall } from './forwarded-call.ts'
import { giveUp } from './give-up.ts'
import { type RoomInstances, watchInstances } from './room-instances.ts'
import { newAgent, sendOn } from './send-on.ts'

const TRIES = 3
/** A write may wait for the log and for the payment provider. */
const TIMEOUT_MS = { read: 5000, write: 10_000 }
/** All tries together. */
const GIVE_UP_MS = 15_000

export type RemoteRoom = Readonly<{ middleware: Middleware }> &
  Pick<RoomInstances, 'ready' | 'complaints' | 'known' | 'close'>

/**
 * Forwards requests to a room that runs in one or several other processes, to the ready ones in turn. A request that one
 * does not answer is sent to another; a write keeps its idempotency key, so that it takes effect once.
 */
export function forwardTo(origins: readonly string[]): RemoteRoom {
  const instances = watchInstances(origins)
  const agent = newAgent()

  const middleware: Middleware = async (ctx) => {
    const call = await forwardedCall(ctx)
    const isRead = ctx.method === 'GET' || ctx.method === 'HEAD'
    const maySendAgain = Buffer.isBuffer(call.body)
    const gone = goneSignal(ctx)
    const startedMs = performance.now()
    const inTurn = await instances.inTurn()
    let cause: unknown
    for (const [index, origin] of tries(inTurn).entries()) {
      const leftMs = GIVE_UP_MS - (performance.now() - startedMs)
      if (leftMs <= 0) break
      const timeoutMs = Math.min(leftMs, TIMEOUT_MS[isRead ? 'read' : 'write'])
      try {
        // A kept-alive connection may have been closed meanwhile: later tries open a new one.
        const answer = await sendOn(origin, call, { agent: index === 0 && agent, timeoutMs, signal: gone })
        const mayAskAnother = isRead && index < inTurn.length - 1
        if (!mayAskAnother || !isElsewhereBetter(answer)) return passBack(ctx, answer)
        answer.resume()
      } catch (error) {
        if (gone.aborted) return giveUp(ctx)
        cause = error
        const { requestId } = ctx.state
        logFact('warn', 'A room did not answer', { requestId, origin, try: index + 1, error: String(error) })
        if (index > 0 || !isStale(error)) instances.lost(origin)
        if (!maySendAgain) break
      }
    }
    forgetRest(ctx)
    throw new ShopError('UNAVAILABLE', 'The shop cannot answer right now. Try again in a moment', { cause })
  }

  return {
    middleware,
    ready: instances.ready,
    complaints: instances.complaints,
    known: instances.known,
    async close() {
      await instances.close()
      agent.destroy()
    },
  }
}

const tries = (inTurn: readonly string[]) => [...inTurn, ...inTurn, ...inTurn].slice(0, TRIES)

/** An instance may have lost its stores while another still reaches them. */
const isElsewhereBetter = ({ statusCode = 0 }: IncomingMessage) => statusCode >= 502 && statusCode <= 504

/** The other side has closed the connection, as it does with an idle one. */
const isStale = (error: unknown) => ['ECONNRESET', 'EPIPE'].includes((error as NodeJS.ErrnoException).code ?? '')

/** Aborts when the caller closes the connection before the whole answer was sent. */
function goneSignal({ res }: Context): AbortSignal {
  const gone = new AbortController()
  res.once('close', () => res.writableFinished || gone.abort())
  return gone.signal
}

function passBack(ctx: Context, answer: IncomingMessage) {
  const { statusCode = 502, headers } = answer
  ctx.status = statusCode
  ctx.body = answer
  // After the body, since setting that sets a Content-Type.
  ctx.set(endToEnd(headers) as Record<string, string | string[]>)
  if (headers['content-length']) ctx.set('Content-Length', headers['content-length'])
  if (ctx.method === 'HEAD' || statusCode === 304 || statusCode === 204) answer.resume()
  if (ctx.req.complete) return
  forgetRest(ctx)
  answer.once('end', () => answer.socket.destroy())
}

/** Reads and discards the rest of the request: most clients read an answer only after they have sent all of it. */
function forgetRest({ req }: Context) {
  req.unpipe()
  req.resume()
}
