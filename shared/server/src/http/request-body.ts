import type { IncomingMessage } from 'node:http'
import { invalidField, ShopError } from '@shop/language/errors'
import type { Middleware, ParameterizedContext } from 'koa'
import {
  BODY_BYTES_A_SECOND,
  BODY_GRACE_MS,
  type BodyLimits,
  JSON_DEPTH,
  JSON_KIB,
  SMALL_BODY,
} from '../limits/sizes.ts'

const LOOK_EVERY_MS = 500
const JSON_BYTES = JSON_KIB * 1024

const received = new WeakMap<IncomingMessage, Promise<Buffer>>()

/**
 * Reads the whole body once, even if called several times. Throws TOO_LARGE above `maxBytes`. Throws VALIDATION_FAILED if the body breaks
 * off, takes longer than `withinMs`, or arrives too slowly; then the connection is closed.
 */
export function receivedBody(ctx: ParameterizedContext, limits: BodyLimits): Promise<Buffer> {
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
    return reject(tooLarge(limits.maxBytes))
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

export const alreadyReceived = (ctx: ParameterizedContext): Promise<Buffer> | undefined => received.get(ctx.req)

/** Reads JSON bodies of up to 100 KiB. An empty body is read as `{}`. Throws TOO_LARGE, UNSUPPORTED_MEDIA_TYPE or MALFORMED_JSON. */
export function jsonBody(): Middleware {
  return async (ctx, next) => {
    const length = Number(ctx.get('content-length'))
    const hasBody = ctx.get('transfer-encoding') !== '' || length > 0
    if (hasBody && !/^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i.test(ctx.get('content-type')))
      throw unsupported()
    // A small compressed body could become large.
    if (hasBody && !/^(identity)?$/i.test(ctx.get('content-encoding'))) throw unsupported()
    if (length > JSON_BYTES) throw tooLarge(JSON_BYTES)
    ctx.request.body = hasBody ? parsed(await receivedBody(ctx, SMALL_BODY)) : {}
    return next()
  }
}

// JSON must not start with a byte order mark (RFC 8259 §8.1). The decoder leaves the mark in the text, so that the parser refuses it.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function parsed(bytes: Buffer) {
  if (bytes.length > JSON_BYTES) throw tooLarge(JSON_BYTES)
  if (bytes.length === 0) return {}
  const value = valueIn(bytes)
  if (typeof value !== 'object' || value === null) throw malformed('The body must be a JSON object')
  if (isOdd(value, JSON_DEPTH)) throw malformed('The body is nested too deeply, or has a field __proto__')
  return value
}

function valueIn(bytes: Buffer) {
  try {
    return JSON.parse(utf8.decode(bytes))
  } catch (cause) {
    throw malformed('The body is not valid JSON', cause)
  }
}

/** Whether a value is nested too deeply, or would set the prototype of an object. */
function isOdd(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (depth === 0 || Object.hasOwn(value, '__proto__')) return true
  return Object.values(value).some((inner) => isOdd(inner, depth - 1))
}

const malformed = (message: string, cause?: unknown) =>
  new ShopError('MALFORMED_JSON', message, { cause, details: { fields: [{ path: 'body', message }] } })
const tooLarge = (maxBytes: number) =>
  new ShopError('TOO_LARGE', `The body may have at most ${Math.floor(maxBytes / 1024)} KiB`)
const brokenOff = (cause?: unknown) =>
  invalidField('body', 'The client has closed the connection', undefined, { cause })
const unsupported = () => new ShopError('UNSUPPORTED_MEDIA_TYPE', 'The body must be JSON in UTF-8')
