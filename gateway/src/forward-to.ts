import type { Readable } from 'node:stream'
import { ShopError } from '@shop/language/errors'
import { logFact } from '@shop/stores/logger/logger'
import type { Context, Middleware } from 'koa'
import { endToEnd, forwardedCall } from './forwarded-call.ts'
import { giveUp } from './give-up.ts'
import { type RoomInstances, watchInstances } from './room-instances.ts'
import { type Answer, Late, type OutgoingCall, openOnce, openPool, sendOn } from './send-on.ts'
import { createSharedStreams } from './shared-streams.ts'

const TRIES = 3
/** A write gets more time, because it may wait for the log and for the payment provider. */
const TIMEOUT_MS = { read: 5000, write: 10_000 }
const GIVE_UP_MS = 15_000
/** Reads of the analysis room get more time, because they are slow and run one at a time. */
export const ANALYSIS: Options = { readMs: GIVE_UP_MS, news: { '/analysis/tail': '/analysis/tail/news' } }

type Options = Readonly<{
  readMs?: number
  /**
   * Maps a path of live messages to the path where the gateway fetches them once for all listeners with the same query. The room still
   * decides who may listen.
   */
  news?: Readonly<Record<string, string>>
}>

export type RemoteRoom = Readonly<{ middleware: Middleware }> &
  Pick<RoomInstances, 'ready' | 'complaints' | 'known' | 'close'>

/**
 * All writes of one customer or guest go to one process, which has their streams in memory. If a process does not answer, another process
 * gets the request. A write keeps its idempotency key, so it takes effect once.
 */
export function forwardTo(
  origins: readonly string[],
  { readMs = TIMEOUT_MS.read, news = {} }: Options = {},
): RemoteRoom {
  const instances = watchInstances(origins)
  const pools = new Map(origins.map((origin) => [origin, openPool(origin)]))
  const shared = createSharedStreams(ask)

  /** Throws UNAVAILABLE if no process answers. Throws another error if `gone` has aborted. */
  async function ask(call: OutgoingCall, gone: AbortSignal): Promise<Answer> {
    const isRead = isReading(call)
    const giveUpAtMs = performance.now() + GIVE_UP_MS
    const inTurn = await instances.inTurn(isRead ? undefined : writerOf(call))
    let cause: unknown
    for (const [index, origin] of tries(inTurn).entries()) {
      const timeoutMs = Math.min(giveUpAtMs - performance.now(), isRead ? readMs : TIMEOUT_MS.write)
      if (timeoutMs <= 0) break
      const isAnotherLeft = index < inTurn.length - 1
      // The room may have closed a kept connection, so later tries open a new connection.
      const pool = index === 0 ? pools.get(origin) : undefined
      const room = pool ?? openOnce(origin)
      try {
        const answer = await sendOn(room, call, { timeoutMs, signal: gone })
        if (!shouldRetry(call, { answer }, isAnotherLeft)) return answer
        answer.body.dump().catch(() => {})
      } catch (error) {
        if (gone.aborted) throw error
        cause = error
        const requestId = call.headers['x-request-id']
        logFact('warn', 'A room did not answer', { requestId, origin, try: index + 1, error: String(error) })
        if (index > 0 || !isStale(error)) instances.lost(origin)
        if (!shouldRetry(call, { error }, isAnotherLeft)) break
      } finally {
        // `close` waits until the answer has ended.
        if (!pool) room.close().catch(() => {})
      }
    }
    throw new ShopError('UNAVAILABLE', 'The shop cannot answer right now. Try again in a moment', { cause })
  }

  const middleware: Middleware = async (ctx) => {
    const call = await forwardedCall(ctx)
    const gone = goneSignal(ctx)
    const newsPath = ctx.method === 'GET' ? news[ctx.path] : undefined
    try {
      const answer = await ask(call, gone)
      const isShared = newsPath !== undefined && answer.statusCode === 200
      const { body } = answer
      passBack(ctx, answer, isShared ? await shared.join({ ...call, path: newsPath + ctx.search }, body) : body)
    } catch (error) {
      if (gone.aborted) return giveUp(ctx)
      forgetRest(ctx)
      throw error
    }
  }

  return {
    ...instances,
    middleware,
    async close() {
      await instances.close()
      await Promise.all([...pools.values()].map((pool) => pool.destroy()))
    },
  }
}

function writerOf({ headers: { authorization }, body }: OutgoingCall): string | undefined {
  if (typeof authorization === 'string') return authorization
  return Buffer.isBuffer(body) ? /"guestId":\s*"([\w-]+)"/.exec(body.toString('latin1'))?.[1] : undefined
}

const tries = (inTurn: readonly string[]) => [...inTurn, ...inTurn, ...inTurn].slice(0, TRIES)

const isReading = ({ method }: OutgoingCall) => method === 'GET' || method === 'HEAD'

/** `isAnotherLeft`: whether the next try asks a process that was not asked yet. */
function shouldRetry(
  call: OutgoingCall,
  { answer, error }: { answer?: Answer; error?: unknown },
  isAnotherLeft: boolean,
) {
  if (!answer) return Buffer.isBuffer(call.body) && (isAnotherLeft || !isReading(call) || !(error instanceof Late))
  // With these statuses, a process may have lost a store that another process still reaches.
  return isReading(call) && isAnotherLeft && answer.statusCode >= 502 && answer.statusCode <= 504
}

/** A room closes connections that were not used for some time. */
const isStale = (error: unknown) =>
  ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].includes((error as NodeJS.ErrnoException).code ?? '')

function goneSignal({ res }: Context): AbortSignal {
  const gone = new AbortController()
  res.once('close', () => res.writableFinished || gone.abort())
  return gone.signal
}

function passBack(ctx: Context, { statusCode, headers }: Answer, body: Readable) {
  ctx.status = statusCode
  ctx.body = body
  // Set the headers after the body, because setting the body sets a Content-Type.
  ctx.set(endToEnd(headers) as Record<string, string | string[]>)
  if (headers['content-length']) ctx.set('Content-Length', headers['content-length'])
  if (ctx.method === 'HEAD' || statusCode === 304 || statusCode === 204) body.on('error', () => {}).resume()
  if (!ctx.req.complete) forgetRest(ctx)
}

/** Reads and drops the rest of the request, because most clients read an answer only after they have sent the whole request. */
function forgetRest({ req }: Context) {
  req.unpipe()
  req.resume()
}
