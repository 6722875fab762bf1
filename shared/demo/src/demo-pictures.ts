import { existsSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PICTURE_WIDTHS } from '@shop/language/limits'
import { defect, logFact } from '@shop/stores/logger/logger'
import PQueue from 'p-queue'

/** Each picture is 1,200 pixels wide and is named `<file>-1200.webp`. */
export const originals = new URL('../pictures', import.meta.url).pathname

const WIDEST = Math.max(...PICTURE_WIDTHS)
const NARROWER = new RegExp(`^([\\w-]+)-(${PICTURE_WIDTHS.filter((width) => width < WIDEST).join('|')})\\.webp$`)
const AT_ONCE = 2
/** With this quality, a narrower picture has about as many bytes per area as the original. */
const QUALITY = 70

/** A narrower picture is made at its first request and kept in `folder`. Returns undefined for an unknown picture. */
export function createDemoPictures(folder: string) {
  const queue = new PQueue({ concurrency: AT_ONCE })
  const inProgress = new Map<string, Promise<string>>()

  return async (name: string): Promise<string | undefined> => {
    const [, file, width] = NARROWER.exec(name) ?? []
    const original = join(originals, file === undefined ? name : `${file}-${WIDEST}.webp`)
    if (!existsSync(original)) return undefined
    if (width === undefined) return original
    const kept = join(folder, name)
    return existsSync(kept) ? kept : (inProgress.get(name) ?? begin(name, original, kept, Number(width)))
  }

  function begin(name: string, original: string, kept: string, width: number) {
    const made = queue
      .add(() => makeNarrower(original, kept, width))
      .catch((error: unknown) => {
        logFact('warn', 'A demo picture could not be made smaller', { name, ...defect(error) })
        return original
      })
      .finally(() => inProgress.delete(name))
    inProgress.set(name, made)
    return made
  }
}

/** Several processes may make the same picture at once, so each process renames its own file. */
async function makeNarrower(original: string, kept: string, width: number): Promise<string> {
  // Loading Sharp earlier would slow down every start.
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  const picture = await sharp(original).resize({ width }).webp({ quality: QUALITY }).toBuffer()
  await mkdir(join(kept, '..'), { recursive: true, mode: 0o700 })
  const part = `${kept}.${process.pid}.part`
  await writeFile(part, picture, { mode: 0o600 })
  await rename(part, kept)
  return kept
}
