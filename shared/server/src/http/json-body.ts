import { ShopError } from '@shop/language/errors'
import type { Context, Middleware } from 'koa'
import { JSON_DEPTH, JSON_KIB, SMALL_BODY } from '../limits/sizes.ts'
import { receivedBody } from './received-body.ts'

const MAX_BYTES = JSON_KIB * 1024

/** Reads JSON bodies of up to 100 KiB. An empty body is read as `{}`. Throws TOO_LARGE, UNSUPPORTED_MEDIA_TYPE or MALFORMED_JSON. */
export function jsonBody(): Middleware {
  return async (ctx, next) => {
    const length = Number(ctx.get('content-length'))
    const hasBody = ctx.get('transfer-encoding') !== '' || length > 0
    if (hasBody && !/^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i.test(ctx.get('content-type')))
      throw unsupported()
    // A small compressed body could become large.
    if (hasBody && !/^(identity)?$/i.test(ctx.get('content-encoding'))) throw unsupported()
    if (length > MAX_BYTES) throw tooLarge()
    ctx.request.body = hasBody ? parsed(await receivedBody(ctx as Context, SMALL_BODY)) : {}
    return next()
  }
}

// JSON must not start with a byte order mark (RFC 8259 §8.1). The decoder leaves the mark in the text, so that the parser refuses it.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function parsed(bytes: Buffer) {
  if (bytes.length > MAX_BYTES) throw tooLarge()
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
const tooLarge = () => new ShopError('TOO_LARGE', `The body may have at most ${JSON_KIB} KiB`)
const unsupported = () => new ShopError('UNSUPPORTED_MEDIA_TYPE', 'The body must be JSON in UTF-8')
