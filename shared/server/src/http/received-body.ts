import type { IncomingMessage } from 'node:http'
import { invalidField, ShopError } from '@shop/language/errors'
import type { Context } from 'koa'
import { BODY_BYTES_A_SECOND, BODY_GRACE_MS, type BodyLimits } from '../limits/sizes.ts'

const LOOK_EVERY_MS = 500

const received = new WeakMap<IncomingMessage, Promise<Buffer>>()

/**
 * Reads the whole body once, even if called several times. Throws TOO_LARGE above `maxBytes`. Throws VALIDATION_FAILED if the body breaks
 * off, takes longer than `withinMs`, or arrives too slowly; then the connection is closed.
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
    const owedBytes = ((tookMs - BODY_GRACE_MS) / 1000) * BODY_BYTES_A_SECOND
    if (tookMs <= limits.withinMs && bytes >= owedBytes) return
    ctx.set('Connection', 'close')
    reject(invalidField('body', 'The request took too long to arrive'))
  }, LOOK_EVERY_MS)
  req.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes <= limits.maxBytes) return chunks.push(chunk)
    chunks.length = 0
    return reject(tooLarge(limits))
  })
  req.once('end', () => resolve(Buffer.concat(chunks)))
  req.once('error', (cause) => reject(brokenOff(cause)))
  req.once('close', () => req.readableEnded || reject(brokenOff()))
  // If the client disconnected while its request waited, no more events come.
  if (req.destroyed) reject(brokenOff(req.errored))

  const body = promise.finally(() => clearInterval(looking))
  received.set(req, body)
  return body
}

export const alreadyReceived = (ctx: Context): Promise<Buffer> | undefined => received.get(ctx.req)

const brokenOff = (cause?: unknown) =>
  invalidField('body', 'The client has closed the connection', undefined, { cause })
const tooLarge = ({ maxBytes }: BodyLimits) =>
  new ShopError('TOO_LARGE', `The body may have at most ${Math.floor(maxBytes / 1024)} KiB`)
