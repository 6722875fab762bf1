import { MOMENT_BYTES, momentFile } from './copy-files.ts'
import { openRecordFile } from './record-file.ts'

export type MomentFile = NonNullable<Awaited<ReturnType<typeof openMomentFile>>>

/**
 * Opens the file that has, for each of the first `events` events, the latest moment at which one up to it was recorded, in milliseconds
 * since 1970. It never runs back, so that a moment is found by halving, whatever the length of the log. Later ones are cut off; undefined
 * where it has fewer.
 */
export async function openMomentFile(folder: string, events: number) {
  const file = await openRecordFile(momentFile(folder), MOMENT_BYTES, events)
  if (!file) return undefined
  const at = async (event: number) => (event === 0 ? 0 : (await file.at(event)).readDoubleBE())
  let latest = await at(events)

  return {
    /** What is no moment counts as none. */
    append(recordedAt: readonly string[]) {
      const records = Buffer.alloc(MOMENT_BYTES * recordedAt.length)
      for (const [index, moment] of recordedAt.entries()) {
        latest = Math.max(latest, Date.parse(moment) || 0)
        records.writeDoubleBE(latest, MOMENT_BYTES * index)
      }
      return file.append(records)
    },
    /** The latest moment of the first `event` events; 0 of none. */
    at,
    /** The last event of the longest beginning whose events, of the first `last`, were all recorded at or before a moment. */
    async eventAt(moment: number, last: number): Promise<number> {
      let [fits, doesNot] = [0, last + 1]
      while (doesNot - fits > 1) {
        const middle = Math.floor((fits + doesNot) / 2)
        if ((await at(middle)) <= moment) fits = middle
        else doesNot = middle
      }
      return fits
    },
    sync: file.sync,
    close: file.close,
  }
}
