import { mkdir, readdir, rename, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { PICTURE_WIDTHS } from '@shop/language/api/limits'

const ONE_HOUR_MS = 60 * 60 * 1000

/** The folder of pictures that no product refers to yet. */
export const pendingFolder = (uploadsFolder: string) => join(uploadsFolder, 'pending')

/** File name of a picture in one width; its number stands where `url` has the widest. */
export const fileOf = (name: string, width: number) => `${name}-${width}.webp`

/** File beside a picture that was uploaded under an Idempotency-Key: the digest of what was sent. */
export const sentFileOf = (name: string) => `${name}.sent`

/** Keeps pictures that a product refers to. Other addresses are ignored. */
export async function keepPictures(uploadsFolder: string, images: readonly { url: string }[]) {
  const names = images.flatMap(({ url }) => /^\/uploads\/([0-9a-f]{32})-\d+\.webp$/.exec(url)?.[1] ?? [])
  const files = names.flatMap((name) => [sentFileOf(name), ...PICTURE_WIDTHS.map((width) => fileOf(name, width))])
  await Promise.all(
    files.map((file) => ifThere(rename(join(pendingFolder(uploadsFolder), file), join(uploadsFolder, file)))),
  )
}

/** Deletes pictures that have waited for more than an hour (decisions P17). */
export async function sweepPending(uploadsFolder: string, now: Date) {
  for (const { path, modifiedMs } of await pendingFiles(uploadsFolder))
    if (now.getTime() - modifiedMs > ONE_HOUR_MS) await ifThere(unlink(path))
}

/** The size in bytes of all pending pictures. */
export const pendingBytes = async (uploadsFolder: string) =>
  (await pendingFiles(uploadsFolder)).reduce((sum, { bytes }) => sum + bytes, 0)

async function pendingFiles(uploadsFolder: string) {
  const folder = pendingFolder(uploadsFolder)
  await mkdir(folder, { recursive: true })
  const found = await Promise.all(
    (await readdir(folder)).map(async (file) => {
      const path = join(folder, file)
      const facts = await ifThere(stat(path))
      return facts && { path, bytes: facts.size, modifiedMs: facts.mtimeMs }
    }),
  )
  return found.filter((file) => file !== undefined)
}

/** Another request may move or delete the file at the same moment: undefined if it is gone. */
export async function ifThere<Result>(work: Promise<Result>): Promise<Result | undefined> {
  try {
    return await work
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
