import { ShopError } from '@shop/language/errors'
import { PICTURE_WIDTHS } from '@shop/language/limits'
import { PICTURE_PIXELS, PICTURE_SIDE } from '@shop/server/limits/sizes'
import PQueue from 'p-queue'
import type { Sharp } from 'sharp'

const MAX_SECONDS = 10
const LANES = 2
const QUALITY = 82

export type Rendered = Readonly<Record<(typeof PICTURE_WIDTHS)[number], Buffer>>

/** Throws UNSUPPORTED_MEDIA_TYPE if the file is no PNG, JPEG or WebP, or cannot be decoded. Throws TOO_LARGE. */
export function createRenderer() {
  const queue = new PQueue({ concurrency: LANES })

  return async (picture: Buffer): Promise<Rendered> => {
    if (!looksLikePicture(picture)) throw unsupported()
    await refuseTooLarge(picture)
    return queue.add(() => render(picture))
  }
}

async function render(picture: Buffer): Promise<Rendered> {
  const sharp = await loadSharp()
  const widest = await readable(
    narrow((await openPicture(picture)).autoOrient(), Math.max(...PICTURE_WIDTHS))
      .toColourspace('srgb')
      .timeout({ seconds: MAX_SECONDS })
      .raw()
      .toBuffer({ resolveWithObject: true }),
  )
  const { channels, ...size } = widest.info
  const encode = (target: number) =>
    readable(
      narrow(sharp(widest.data, { raw: { width: size.width, height: size.height, channels } }), target)
        .webp({ quality: QUALITY })
        .toBuffer(),
    )
  const encoded = await Promise.all(PICTURE_WIDTHS.map(async (target) => [target, await encode(target)] as const))
  return Object.fromEntries(encoded) as Rendered
}

async function refuseTooLarge(picture: Buffer) {
  const { width, height } = await readable((await openPicture(picture)).metadata())
  if (width * height > PICTURE_PIXELS || Math.max(width, height) > PICTURE_SIDE) throw tooLarge()
}

async function openPicture(picture: Buffer) {
  const sharp = await loadSharp()
  return sharp(picture, { limitInputPixels: PICTURE_PIXELS, failOn: 'error', sequentialRead: true })
}

/** A side of a WebP cannot exceed 16383 pixels. */
const narrow = (picture: Sharp, width: number) =>
  picture.resize({ width, height: width * 4, fit: 'inside', withoutEnlargement: true })

/** Loading sharp earlier would slow down every start. */
async function loadSharp() {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}

async function readable<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    throw /pixel limit/.test(String(error)) ? tooLarge() : unsupported(error)
  }
}

/** The sender may declare a wrong type. */
function looksLikePicture(bytes: Buffer) {
  const png = bytes.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))
  const jpeg = bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))
  const webp = bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP'
  return png || jpeg || webp
}

const tooLarge = () =>
  new ShopError(
    'TOO_LARGE',
    `A picture has at most ${PICTURE_PIXELS / 1_000_000} megapixels, and ${PICTURE_SIDE.toLocaleString('en')} pixels a side`,
  )

const unsupported = (cause?: unknown) =>
  new ShopError('UNSUPPORTED_MEDIA_TYPE', 'Send a picture in PNG, JPEG or WebP', { cause })
