import { constants, type FileHandle, open } from 'node:fs/promises'

/**
 * Opens a file with a record of `bytes` bytes for each of the first `events` events. Cuts off later records. Returns undefined if records
 * are missing.
 */
export async function openRecordFile(path: string, bytes: number, events: number) {
  const flags = constants.O_RDWR | constants.O_CREAT | (events === 0 ? constants.O_TRUNC : 0)
  const file: FileHandle = await open(path, flags, 0o600)
  if ((await file.stat()).size < events * bytes) {
    await file.close()
    return undefined
  }
  await file.truncate(events * bytes)
  let end = events * bytes

  return {
    async append(records: Buffer) {
      await file.write(records, 0, records.length, end)
      end += records.length
    },
    /** The first event is 1. */
    async at(event: number): Promise<Buffer> {
      const { buffer } = await file.read(Buffer.alloc(bytes), 0, bytes, (event - 1) * bytes)
      return buffer
    },
    sync: () => file.datasync(),
    close: () => file.close(),
  }
}
