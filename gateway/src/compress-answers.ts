import { gzipSync } from 'node:zlib'
import type { Context, Middleware } from 'koa'

const MIN_BYTES = 1024
/** Four fifths of the bytes saved for a seventh of a millisecond; more costs more than it saves (ADR 17). */
const FAST = { level: 1 }

/** Compresses public answers. Answers to one person are small and are not compressed. */
export function compressAnswers(): Middleware {
  /** Compressed copies: a cached answer is the same buffer each time and is compressed once. */
  const twins = new WeakMap<Buffer, Buffer>()

  return async (ctx, next) => {
    await next()
    if (!isForAnybody(ctx as Context)) return
    const bytes = bytesOf(ctx.body)
    if (!bytes || bytes.length < MIN_BYTES) return
    ctx.vary('Accept-Encoding')
    if (ctx.acceptsEncodings('gzip', 'identity') !== 'gzip') return
    const twin = twins.get(bytes) ?? gzipSync(bytes, FAST)
    twins.set(bytes, twin)
    ctx.set('Content-Encoding', 'gzip')
    ctx.body = twin
  }
}

/** Whether the answer is public. One with a strong ETag is left alone: the tag names these bytes and is used in the `If-Match` of an edit. */
function isForAnybody({ res }: Context) {
  const header = (name: string) => String(res.getHeader(name) ?? '')
  return !header('content-encoding') && !header('cache-control').includes('no-store') && !header('etag').startsWith('"')
}

function bytesOf(body: unknown): Buffer | undefined {
  if (Buffer.isBuffer(body)) return body
  if (typeof body === 'string') return Buffer.from(body)
  const isPlain = Array.isArray(body) || Object.getPrototypeOf(body ?? 0) === Object.prototype
  return isPlain ? Buffer.from(JSON.stringify(body)) : undefined
}
