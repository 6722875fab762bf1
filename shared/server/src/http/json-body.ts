import { ShopError } from '@shop/language/errors'
import type { Middleware } from 'koa'
import { koaBody } from 'koa-body'

const LIMIT = '100kb'
const MAX_DEPTH = 20

/** Reads JSON bodies up to 100 KiB; an empty one is `{}`. Throws TOO_LARGE, UNSUPPORTED_MEDIA_TYPE or MALFORMED_JSON. */
export function jsonBody(): Middleware {
  const read = koaBody({
    json: true,
    text: false,
    urlencoded: false,
    multipart: false,
    jsonLimit: LIMIT,
    jsonStrict: true,
    parsedMethods: ['POST', 'PUT', 'DELETE'] as never,
    onError: (error) => {
      if ((error as { status?: number }).status === 413) throw new ShopError('TOO_LARGE', 'A body has at most 100 KiB')
      throw malformed(error)
    },
  })
  return async (ctx, next) => {
    const type = ctx.get('content-type')
    const hasBody = ctx.get('transfer-encoding') !== '' || Number(ctx.get('content-length')) > 0
    if (!hasBody) ctx.request.body = {}
    else if (!/^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i.test(type))
      throw new ShopError('UNSUPPORTED_MEDIA_TYPE', 'A body is JSON in UTF-8')
    if (!hasBody) return next()
    return read(ctx, () => {
      if (isOdd(ctx.request.body, MAX_DEPTH)) throw malformed()
      return next()
    })
  }
}

const malformed = (cause?: unknown) => new ShopError('MALFORMED_JSON', 'The body is not readable JSON', { cause })

/** Whether it is nested deeper than any documented body, or has the character that a decoder puts in the place of invalid UTF-8. */
function isOdd(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return value.includes('\uFFFD')
  if (typeof value !== 'object' || value === null) return false
  if (depth === 0) return true
  return Object.values(value).some((inner) => isOdd(inner, depth - 1))
}
