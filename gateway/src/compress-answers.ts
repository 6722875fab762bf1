import { promisify } from 'node:util'
import { gzip, gzipSync } from 'node:zlib'
import type { Context, Middleware } from 'koa'
import { LRUCache } from 'lru-cache'

const MIN_BYTES = 1024
/** Compressing fewer bytes takes less time than having it done. */
const MIN_ELSEWHERE_BYTES = 16 * 1024
/** Four fifths of the bytes saved for a seventh of a millisecond; more costs more than it saves (ADR 17). */
const FAST = { level: 1 }
const MOST_KEPT_BYTES = 16 * 1024 * 1024

const gzipElsewhere = promisify(gzip)
const compressed = async (bytes: Buffer) =>
  bytes.length < MIN_ELSEWHERE_BYTES ? gzipSync(bytes, FAST) : gzipElsewhere(bytes, FAST)

/** Compresses public answers, long ones in another thread. Answers to one person are small and are not compressed. */
export function compressAnswers(): Middleware {
  const twinOf = keepTwins()

  return async (ctx, next) => {
    await next()
    if (!isForAnybody(ctx as Context)) return
    const { body } = ctx
    const bytes = bytesOf(body)
    if (!bytes || bytes.length < MIN_BYTES) return
    ctx.vary('Accept-Encoding')
    if (ctx.acceptsEncodings('gzip', 'identity') !== 'gzip') return
    const twin = await twinOf(bytes, typeof body === 'string' ? ctx.response.get('ETag') : '')
    ctx.set('Content-Encoding', 'gzip')
    ctx.body = twin
  }
}

/** Compressed copies: of an answer that is the same buffer each time, and of a page, whose tag names its bytes. */
function keepTwins() {
  const ofBuffers = new WeakMap<Buffer, Promise<Buffer>>()
  const ofTags = new LRUCache<string, Promise<Buffer>>({ maxSize: MOST_KEPT_BYTES })

  return (bytes: Buffer, tag: string): Promise<Buffer> => {
    const known = tag ? ofTags.get(tag) : ofBuffers.get(bytes)
    if (known) return known
    const twin = compressed(bytes)
    // Counted as if it were not compressed: how small it becomes is not known yet.
    if (tag) ofTags.set(tag, twin, { size: bytes.length })
    else ofBuffers.set(bytes, twin)
    return twin
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
