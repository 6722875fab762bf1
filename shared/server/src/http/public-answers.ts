import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import type { Middleware, ParameterizedContext } from 'koa'
import { type Answer, ENCODINGS, type Encoding, headOf, isKnown, type KeptAnswers } from './kept-answers.ts'

const MIN_BYTES = 1024
/** A smaller body is compressed in this thread, because passing it to another thread would take more time. */
const MIN_ELSEWHERE_BYTES = 16 * 1024
/** Higher levels take more time than they save (ADR 53). */
const [BROTLI, GZIP] = [{ params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }, { level: 1 }]
const [brotliElsewhere, gzipElsewhere] = [promisify(brotliCompress), promisify(gzip)]

/** Allows `publicAnswers` to cache this answer until the cache's revision changes, for `forMs` at most. */
export function mayBeKept(ctx: { state: object }, forMs = Number.POSITIVE_INFINITY) {
  Object.assign(ctx.state, { keptForMs: forMs })
}

export type KeyOf = (address: string, origin: string | undefined) => string

/**
 * Tags and compresses public answers, caches answers that `mayBeKept` allows, and answers 304 if the client already has the same bytes. An
 * answer to one person is not compressed: compressing a secret together with a stranger's text could reveal the secret.
 */
export function publicAnswers(kept: KeptAnswers, keyOf: KeyOf = (address) => address): Middleware {
  return async (ctx, next) => {
    if (!isRead(ctx)) return next()
    const begunAt = kept.revisionNow()
    await next()
    const known = ctx.state.known as Answer | undefined
    const answer = known ?? answerIn(ctx)
    if (!answer) return
    if (!known && isKeepable(ctx))
      kept.keep(keyOf(ctx.originalUrl, ctx.req.headers.origin), answer, ctx.state.keptForMs as number, begunAt)
    await send(ctx, answer)
  }
}

/** Takes the answer from the cache, also for a signed-in customer. `publicAnswers` then sends the answer. */
export function knownAnswers(kept: KeptAnswers, keyOf: KeyOf = (address) => address): Middleware {
  return (ctx, next) => {
    const answer = isRead(ctx) ? kept.find(keyOf(ctx.originalUrl, ctx.req.headers.origin)) : undefined
    if (!answer) return next()
    ctx.state.known = answer
    for (let at = 0; at < answer.head.length; at += 2) ctx.set(answer.head[at]!, answer.head[at + 1]!)
    if (ctx.get('authorization')) ctx.set('Cache-Control', 'no-store')
    ctx.body = answer.body
  }
}

const isRead = ({ method }: { method: string }) => method === 'GET' || method === 'HEAD'

/** Undefined if the answer is for one person, is a file, or is already compressed. */
function answerIn(ctx: ParameterizedContext): Answer | undefined {
  const isMarked = ctx.state.keptForMs !== undefined
  const isForAll = isMarked || (said(ctx, 'Cache-Control') !== '' && !isPersonal(ctx))
  if (!isForAll || said(ctx, 'Content-Encoding')) return undefined
  const bytes = bytesOf(ctx.body)
  if (!bytes) return undefined
  const body = isMarked ? inOwnMemory(bytes) : bytes
  ctx.body = body
  if (ctx.status === 200 && !said(ctx, 'ETag')) ctx.set('ETag', `W/"${digestOf(body)}"`)
  const etag = said(ctx, 'ETag')
  // A strong tag identifies these exact bytes, and edits send the tag back as `If-Match`. So the answer must not be compressed.
  const isZippable = body.length >= MIN_BYTES && !etag.startsWith('"')
  if (isZippable) ctx.vary('Accept-Encoding')
  return { body, etag, head: headOf(ctx.res), zipped: isZippable ? {} : undefined }
}

const said = ({ res }: ParameterizedContext, header: string) => String(res.getHeader(header) ?? '')
const isPersonal = (ctx: ParameterizedContext) => said(ctx, 'Cache-Control').includes('no-store')

/** An answer with the header X-Consistency may be out of date, so it must not be cached. */
const isKeepable = (ctx: ParameterizedContext) =>
  ctx.state.keptForMs !== undefined &&
  ctx.status === 200 &&
  (!isPersonal(ctx) || ctx.get('Authorization') !== '') &&
  !said(ctx, 'X-Consistency') &&
  !said(ctx, 'Set-Cookie')

async function send(ctx: ParameterizedContext, { body, etag, zipped }: Answer) {
  if (ctx.status === 200 && etag && isKnown(ctx.get('If-None-Match'), etag)) {
    ctx.status = 304
    return
  }
  const encoding = ENCODINGS.find((one) => ctx.acceptsEncodings(one, 'identity') === one)
  if (!zipped || !encoding || isPersonal(ctx)) return
  zipped[encoding] ??= await zip(body, encoding)
  ctx.set('Content-Encoding', encoding)
  ctx.body = zipped[encoding]
}

const digestOf = (bytes: Buffer) => hash('sha1', bytes, 'base64url')

async function zip(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  const isHere = bytes.length < MIN_ELSEWHERE_BYTES
  if (encoding === 'gzip') return inOwnMemory(isHere ? gzipSync(bytes, GZIP) : await gzipElsewhere(bytes, GZIP))
  return inOwnMemory(isHere ? brotliCompressSync(bytes, BROTLI) : await brotliElsewhere(bytes, BROTLI))
}

/** Node stores small Buffers in a shared larger Buffer, and the whole larger Buffer would stay in memory. */
function inOwnMemory(bytes: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(own)
  return own
}

function bytesOf(body: unknown): Buffer | undefined {
  if (Buffer.isBuffer(body)) return body
  if (typeof body === 'string') return Buffer.from(body)
  const isPlain = Array.isArray(body) || Object.getPrototypeOf(body ?? 0) === Object.prototype
  return isPlain ? Buffer.from(JSON.stringify(body)) : undefined
}
