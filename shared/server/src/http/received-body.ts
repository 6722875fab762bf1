import type { IncomingMessage } from 'node:http'
import { ShopError } from '@shop/language/errors'
import type { Context } from 'koa'

export type BodyLimits = Readonly<{ maxBytes: number; withinMs: number }>

/** Any body but a picture's. JSON may be a little smaller still. */
export const SMALL_BODY: BodyLimits = { maxBytes: 128 * 1024, withinMs: 10_000 }
/** After a pause that a bad connection may make, a body arrives at this rate at least. */
const GRACE_MS = 3000
const LEAST_BYTES_A_SECOND = 1024
const LOOK_EVERY_MS = 500

const received = new WeakMap<IncomingMessage, Promise<Buffer>>()

/**
 * The whole body, read once, by whoever asks first. Throws TOO_LARGE beyond `maxBytes`, and VALIDATION_FAILED when it breaks
 * off, takes longer than `withinMs`, or trickles; the connection of a slow sender is closed.
 */
export function receivedBody(ctx: Context, limits: BodyLimits): Promise<Buffer> {
  const known = received.get(ctx.req)
  if (known) return known
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const { req } = ctx
  const chunks: Buffer[] = []
  const startedMs = performance.now()
  let bytes = 0

  const looking = setInterval(() => {
    const tookMs = performance.now() - startedMs
    const owedBytes = ((tookMs - GRACE_MS) / 1000) * LEAST_BYTES_A_SECOND
    if (tookMs <= limits.withinMs && bytes >= owedBytes) return
    ctx.set('Connection', 'close')
    reject(new ShopError('VALIDATION_FAILED', 'The request took too long to arrive'))
  }, LOOK_EVERY_MS)
  req.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes <= limits.maxBytes) return chunks.push(chunk)
    chunks.length = 0
    return reject(tooLarge(limits))
  })
  req.once('end', () => resolve(Buffer.concat(chunks)))
  for (const event of ['error', 'close']) req.once(event, (cause) => reject(brokenOff(cause)))
  // Whoever has gone while the request waited for its turn is not waited for: no event tells of it any more.
  if (req.destroyed) reject(brokenOff(req.errored))

  const body = promise.finally(() => clearInterval(looking))
  received.set(req, body)
  return body
}

/** What was received already, if anybody asked for it. */
export const alreadyReceived = (ctx: Context): Promise<Buffer> | undefined => received.get(ctx.req)

const brokenOff = (cause: unknown) => new ShopError('VALIDATION_FAILED', 'The request broke off', { cause })
const tooLarge = ({ maxBytes }: BodyLimits) =>
  new ShopError('TOO_LARGE', `A body has at most ${Math.floor(maxBytes / 1024)} KiB`)
