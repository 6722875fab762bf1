import { createHmac } from 'node:crypto'
import { access, mkdir, readFile, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ShopError } from '@shop/language/errors'
import { PICTURE_WIDTHS } from '@shop/language/limits'
import { fileOf, pendingFolder, sentFileOf, unlessGone } from './pending-pictures.ts'

/**
 * A picture's name is made from the key, so every process answers a repeat with the same address. A file beside the picture contains the
 * digest of the upload (decisions, “Answers”: Idempotency-Key).
 */
export function createKeyedUploads(uploadsFolder: string, digestSecret: string) {
  const digestOf = (data: string | Buffer) => createHmac('sha256', digestSecret).update(data).digest('hex')
  const folders = [uploadsFolder, pendingFolder(uploadsFolder)]

  async function sentBefore(name: string): Promise<string | undefined> {
    for (const folder of folders) {
      const sent = await unlessGone(readFile(join(folder, sentFileOf(name)), 'utf8'))
      if (sent !== undefined) return sent
    }
    return undefined
  }

  /** Throws IDEMPOTENCY_MISMATCH if another picture was sent under the name. */
  async function isStored(name: string, picture: Buffer): Promise<boolean> {
    const sent = await sentBefore(name)
    if (sent === undefined) return false
    if (sent !== digestOf(picture))
      throw new ShopError('IDEMPOTENCY_MISMATCH', 'This Idempotency-Key was used for another picture')
    const widest = folders.map((folder) => access(join(folder, fileOf(name, Math.max(...PICTURE_WIDTHS)))))
    return (await Promise.allSettled(widest)).some(({ status }) => status === 'fulfilled')
  }

  return {
    nameOf: (keyedId: string) => digestOf(`picture ${keyedId}`).slice(0, 32),
    isStored,

    /** Call this before the picture is stored. Throws IDEMPOTENCY_MISMATCH if another picture came first under the same key. */
    async note(name: string, picture: Buffer) {
      await mkdir(pendingFolder(uploadsFolder), { recursive: true })
      try {
        await writeFile(join(pendingFolder(uploadsFolder), sentFileOf(name)), digestOf(picture), { flag: 'wx' })
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
        await isStored(name, picture)
      }
    },

    forget: (name: string) => unlessGone(unlink(join(pendingFolder(uploadsFolder), sentFileOf(name)))),
  }
}
