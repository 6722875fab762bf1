import { DIGEST_BYTES, digestFile } from './copy-files.ts'
import { NO_EVENTS } from './event-digest.ts'
import { openRecordFile } from './record-file.ts'

export type DigestFile = NonNullable<Awaited<ReturnType<typeof openDigestFile>>>

/** Opens the file with the digests of the first `events` events and cuts off later digests. If digests are missing, returns undefined. */
export async function openDigestFile(folder: string, events: number) {
  const file = await openRecordFile(digestFile(folder), DIGEST_BYTES, events)
  return (
    file && {
      ...file,
      /** Appends the digests of the next events. */
      append: (digests: readonly string[]) => file.append(Buffer.from(digests.join(''), 'hex')),
      /** The digest of the first `count` events. */
      at: async (count: number): Promise<string> => (count === 0 ? NO_EVENTS : (await file.at(count)).toString('hex')),
    }
  )
}
