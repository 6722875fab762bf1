import { Readable } from 'node:stream'
import { invalidField, isShopError, ShopError } from '@shop/language/errors'
import { MAX_PICTURE_MIB } from '@shop/language/limits'
import { receivedBody } from '@shop/server/http/request-body'
import { PICTURE_BODY } from '@shop/server/limits/sizes'
import type { Context } from 'koa'

const MAX_BYTES = MAX_PICTURE_MIB * 1024 * 1024
const FIELD = 'image'

/**
 * Reads the one picture of a multipart form, at most 5 MiB, into memory. Throws TOO_LARGE, UNSUPPORTED_MEDIA_TYPE if the body is not
 * multipart, and VALIDATION_FAILED if the form is broken, is slow, or contains anything else.
 */
export async function readPicture(ctx: Context): Promise<Buffer> {
  if (!ctx.is('multipart/form-data'))
    throw new ShopError('UNSUPPORTED_MEDIA_TYPE', 'Send a multipart form with a picture')
  if (Number(ctx.get('content-length')) > PICTURE_BODY.maxBytes) throw tooLarge()
  const form = await receivedBody(ctx, PICTURE_BODY).catch(inWords)
  const { promise: refusal, reject: refuse } = Promise.withResolvers<never>()
  const pictures: Buffer[] = []

  // Importing this at the top would slow down every start.
  const { koaBody } = await import('koa-body')
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
  const req = Object.assign(Readable.from([form], { objectMode: false }), { headers: ctx.req.headers })
  await Promise.race([read(Object.create(ctx, { req: { value: req } }), async () => {}), refusal])
  const [picture, second] = pictures
  if (!picture || second) throw broken()
  if (picture.length === 0) throw broken()
  return picture
}

type Part = NodeJS.ReadableStream & { name: string | null; originalFilename: string | null }

/**
 * Without `onPart`, Formidable would create a temporary file, and would throw outside of any promise for an unusual
 * Content-Transfer-Encoding.
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

function inWords(error: unknown): never {
  throw isShopError(error, 'TOO_LARGE') ? tooLarge() : isShopError(error) ? broken(error) : error
}

const tooLarge = () => new ShopError('TOO_LARGE', `A picture has at most ${MAX_PICTURE_MIB} MiB`)

const broken = (cause?: unknown) =>
  invalidField(FIELD, 'Send exactly one picture, in the field image', undefined, { cause })
