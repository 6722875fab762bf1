import { constants, type FileHandle, open } from 'node:fs/promises'
import { DIGEST_BYTES, digestFile } from './copy-files.ts'
import { NO_EVENTS } from './event-digest.ts'

export type DigestFile = NonNullable<Awaited<ReturnType<typeof openDigestFile>>>

/** Opens the file with the digests of the first `events` events; later ones are cut off. Undefined where it has fewer. */
export async function openDigestFile(folder: string, events: number) {
  // One that is missing has the digests of no events.
  const flags = constants.O_RDWR | constants.O_CREAT | (events === 0 ? constants.O_TRUNC : 0)
  const file: FileHandle = await open(digestFile(folder), flags, 0o600)
  if ((await file.stat()).size < events * DIGEST_BYTES) {
    await file.close()
    return undefined
  }
  await file.truncate(events * DIGEST_BYTES)
  let end = events * DIGEST_BYTES

  return {
    async append(digests: readonly Buffer[]) {
      const bytes = Buffer.concat(digests)
      await file.write(bytes, 0, bytes.length, end)
      end += bytes.length
    },
    /** The digest of the first `count` events. */
    async at(count: number): Promise<Buffer> {
      if (count === 0) return NO_EVENTS
      const { buffer } = await file.read(Buffer.alloc(DIGEST_BYTES), 0, DIGEST_BYTES, (count - 1) * DIGEST_BYTES)
      return buffer
    },
    sync: () => file.datasync(),
    close: () => file.close(),
  }
}
