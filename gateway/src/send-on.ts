import type { OutgoingHttpHeaders } from 'node:http'
import { PassThrough, type Readable } from 'node:stream'
import { Client, type Dispatcher, Pool } from 'undici'

export type OutgoingCall = Readonly<{
  method: string
  path: string
  headers: OutgoingHttpHeaders
  /** A buffer can be sent several times, a stream only once. */
  body: Buffer | Readable
}>

export type Answer = Dispatcher.ResponseData

export class Late extends Error {}

/** An answer may pause for a minute. `sendOn` limits the time until the answer begins. */
const OPTIONS = { bodyTimeout: 60_000, headersTimeout: 0 }

/** The pool closes an unused connection before the five seconds of the room's Keep-Alive header have passed. */
export const openPool = (origin: string) => new Pool(origin, OPTIONS)

export const openOnce = (origin: string) => new Client(origin, OPTIONS)

/**
 * Resolves with the head of the answer. Throws Late if the room does not answer within `timeoutMs`. If `signal` aborts before the answer
 * begins, `sendOn` throws; a later abort ends the answer.
 */
export async function sendOn(
  room: Dispatcher,
  { method, path, headers, body }: OutgoingCall,
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
): Promise<Answer> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(new Late(`There was no answer within ${timeoutMs} ms`)), timeoutMs)
  try {
    return await room.request({
      method: method as Dispatcher.HttpMethod,
      path,
      headers,
      body: Buffer.isBuffer(body) ? (body.length > 0 ? body : null) : copyOf(body),
      signal: AbortSignal.any([signal, late.signal]),
    })
  } finally {
    clearTimeout(timer)
  }
}

/** The pool may destroy the stream that it sends. If this stream were the client's request, the client could get no answer. */
function copyOf(body: Readable): Readable {
  const copy = body.pipe(new PassThrough()).on('error', () => {})
  // The sender may disconnect before the body is complete.
  body.once('close', () => body.readableEnded || copy.destroy())
  return copy
}
