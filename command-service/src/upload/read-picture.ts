import { setTimeout as wait } from 'node:timers/promises'
import { MAX_PICTURE_MIB } from '@shop/language/api/limits'
import { ShopError } from '@shop/language/errors'
import type { Context } from 'koa'
import { koaBody } from 'koa-body'

const MAX_BYTES = MAX_PICTURE_MIB * 1024 * 1024
/** Boundaries and part headers around the picture. */
const MAX_OVERHEAD_BYTES = 64 * 1024
const MAX_MS = 10_000
const MAX_SILENCE_MS = 3_000
const FIELD = 'image'

/**
 * The one picture of a multipart form, at most 5 MiB, kept in memory. Throws UNSUPPORTED_MEDIA_TYPE for anything but
 * multipart, TOO_LARGE, and VALIDATION_FAILED for a form that is broken, stalls, or holds anything else.
 */
export async function readPicture(ctx: Context): Promise<Buffer> {
  if (!ctx.is('multipart/form-data')) throw new ShopError('UNSUPPORTED_MEDIA_TYPE', 'A form with a picture is expected')
  if (Number(ctx.get('content-length')) > MAX_BYTES + MAX_OVERHEAD_BYTES) throw tooLarge()
  const { promise: refusal, reject: refuse } = Promise.withResolvers<never>()
  const pictures: Buffer[] = []
  const done = new AbortController()

  const read = koaBody({
    multipart: true,
    json: false,
    text: false,
    urlencoded: false,
    formidable: { maxFields: 1, onPart: (part) => collect(part as unknown as Part, pictures, refuse) },
    onError: (error) => {
      throw broken(error)
    },
  })
  try {
    await Promise.race([read(ctx, async () => {}), refusal, stalled(ctx, done.signal)])
  } finally {
    done.abort()
  }
  const [picture, second] = pictures
  if (!picture || second) throw broken()
  if (picture.length === 0) throw broken()
  return picture
}

/** A part as formidable passes it, with the fields that are used here. */
type Part = NodeJS.ReadableStream & { name: string | null; originalFilename: string | null }

/**
 * Takes the part's bytes itself. Formidable's own handling would make a temporary file, and an odd
 * Content-Transfer-Encoding makes it throw outside of any promise.
 */
function collect(part: Part, pictures: Buffer[], refuse: (error: ShopError) => void) {
  if (part.name !== FIELD || !part.originalFilename) return refuse(broken())
  const chunks: Buffer[] = []
  let bytes = 0
  part.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > MAX_BYTES) {
      chunks.length = 0
      return refuse(tooLarge())
    }
    chunks.push(chunk)
  })
  part.on('end', () => pictures.push(Buffer.concat(chunks)))
}

/** Throws once the sender has been silent, or has taken, too long. */
async function stalled(ctx: Context, signal: AbortSignal): Promise<void> {
  const { socket } = ctx.req
  const startedMs = performance.now()
  let heardMs = startedMs
  let seenBytes = socket.bytesRead
  while (!signal.aborted) {
    await wait(500, undefined, { signal, ref: false }).catch(() => {})
    const nowMs = performance.now()
    if (socket.bytesRead !== seenBytes) heardMs = nowMs
    seenBytes = socket.bytesRead
    if (!signal.aborted && (nowMs - heardMs > MAX_SILENCE_MS || nowMs - startedMs > MAX_MS)) throw gone(ctx)
  }
}

/** The error for a sender that is gone or stalls: the rest of the body is not read. After other errors it is, since most senders read an answer only after sending everything. */
function gone(ctx: Context) {
  ctx.set('Connection', 'close')
  return broken()
}

const tooLarge = () => new ShopError('TOO_LARGE', `A picture has at most ${MAX_PICTURE_MIB} MiB`)

const broken = (cause?: unknown) => {
  const message = 'One picture in the field image is expected'
  return new ShopError('VALIDATION_FAILED', message, { cause, details: { fields: [{ path: FIELD, message }] } })
}
