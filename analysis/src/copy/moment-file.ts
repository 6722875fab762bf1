import { MOMENT_BYTES, momentFile } from './copy-files.ts'
import { openRecordFile } from './record-file.ts'

export type MomentFile = NonNullable<Awaited<ReturnType<typeof openMomentFile>>>

/**
 * Opens a file with a time for each event: the latest time recorded up to this event, in milliseconds since 1970. Cuts off the times after
 * the first `events` events. Returns undefined if times are missing.
 */
export async function openMomentFile(folder: string, events: number) {
  const file = await openRecordFile(momentFile(folder), MOMENT_BYTES, events)
  if (!file) return undefined
  const at = async (event: number) => (event === 0 ? 0 : (await file.at(event)).readDoubleBE())
  let latest = await at(events)

  return {
    /** A text that is not a time counts as 0. */
    append(recordedAt: readonly string[]) {
      const records = Buffer.alloc(MOMENT_BYTES * recordedAt.length)
      for (const [index, moment] of recordedAt.entries()) {
        latest = Math.max(latest, Date.parse(moment) || 0)
        records.writeDoubleBE(latest, MOMENT_BYTES * index)
      }
      return file.append(records)
    },
    /** The latest time up to `event`; 0 for event 0. */
    at,
    /** How many of the events 1 to `last` come before the first event that was recorded after `moment`. */
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
