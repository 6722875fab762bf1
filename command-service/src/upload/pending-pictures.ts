import { mkdir, open, readdir, rename, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { invalidField } from '@shop/language/errors'
import { PICTURE_WIDTHS } from '@shop/language/limits'
import { PENDING_PICTURE_MS } from '@shop/server/limits/sizes'

export const pendingFolder = (uploadsFolder: string) => join(uploadsFolder, 'pending')

/** The `url` of a picture names its widest file. */
export const fileOf = (name: string, width: number) => `${name}-${width}.webp`

/** This file contains the digest of a picture that was uploaded under an Idempotency-Key. */
export const sentFileOf = (name: string) => `${name}.sent`

/** A sender who is not an admin is known only by digests of the client's IP address and of its network. */
export type Sender = 'admin' | Readonly<{ client: string; network: string }>

/** The name of this empty file says who sent the picture beside it. */
export const senderFileOf = (name: string, sender: Sender) =>
  `${name}.of-${sender === 'admin' ? sender : `${sender.client}-${sender.network}`}`

const WHOSE = /^([0-9a-f]{32})\.of-(?:admin|([0-9a-f]+)-([0-9a-f]+))$/

type Images = readonly Readonly<{ url: string }>[]

/**
 * Keeps the uploaded pictures among `images`, even if the power fails afterwards. Throws VALIDATION_FAILED if one of them is gone, except a
 * picture that the product had `before`.
 */
export async function keepPictures(uploadsFolder: string, images: Images, before: Images = []) {
  const uploaded = images.flatMap(({ url }, index) => {
    const [, file = '', name] = /^\/uploads\/(([0-9a-f]{32})-\d+\.webp)$/.exec(url) ?? []
    return name ? [{ url, index, file, name }] : []
  })
  if (uploaded.length === 0) return
  const files = uploaded.flatMap(({ name }) => [
    sentFileOf(name),
    ...PICTURE_WIDTHS.map((width) => fileOf(name, width)),
  ])
  await Promise.all(
    files.map((file) => unlessGone(rename(join(pendingFolder(uploadsFolder), file), join(uploadsFolder, file)))),
  )
  const folder = await open(uploadsFolder)
  await folder.sync().finally(() => folder.close())
  for (const { url, index, file } of uploaded)
    if (!(before.some((one) => one.url === url) || (await unlessGone(stat(join(uploadsFolder, file))))))
      throw invalidField(`images.${index}.url`, GONE)
}

const GONE = 'This picture was deleted, because no product used it within an hour. Upload it again'

/** Deletes pictures that were uploaded more than an hour ago and that no product refers to (decisions P17: uploads). */
export async function sweepPending(uploadsFolder: string, now: Date) {
  for (const { path, modifiedMs } of await pendingFiles(uploadsFolder))
    if (now.getTime() - modifiedMs > PENDING_PICTURE_MS) await unlessGone(unlink(path))
}

export type PendingFile = Readonly<{ bytes: number; sender: Sender | undefined }>

/** The sender is undefined if no file names the sender. */
export async function pendingSizes(uploadsFolder: string): Promise<readonly PendingFile[]> {
  const files = await pendingFiles(uploadsFolder)
  const senders = new Map<string, Sender>()
  for (const { file } of files) {
    const [, name = '', client, network] = WHOSE.exec(file) ?? []
    if (name) senders.set(name, client && network ? { client, network } : 'admin')
  }
  return files.map(({ file, bytes }) => ({ bytes, sender: senders.get(file.slice(0, NAME_LENGTH)) }))
}

const NAME_LENGTH = 32

async function pendingFiles(uploadsFolder: string) {
  const folder = pendingFolder(uploadsFolder)
  await mkdir(folder, { recursive: true })
  const found = await Promise.all(
    (await readdir(folder)).map(async (file) => {
      const path = join(folder, file)
      const facts = await unlessGone(stat(path))
      return facts && { file, path, bytes: facts.size, modifiedMs: facts.mtimeMs }
    }),
  )
  return found.filter((file) => file !== undefined)
}

/** Returns undefined if the file is gone: another request may have moved or deleted it. */
export async function unlessGone<Result>(work: Promise<Result>): Promise<Result | undefined> {
  try {
    return await work
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
