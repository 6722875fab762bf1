import { closeSync, openSync, readSync } from 'node:fs'
import { MOMENT_BYTES, momentFile } from '../copy/copy-files.ts'
import { unavailable } from './copied-range.ts'

type Moments = Readonly<{ at: (event: number) => number }>

/** The latest recording time of the events up to `event`. */
export const momentOf = (folder: string, event: number): string =>
  reading(folder, ({ at }) => new Date(at(event)).toISOString())

/**
 * How many of the events 1 to `last` come before the first event that was recorded after `moment`. The times in the file never decrease,
 * even if the clock went back, so a binary search works.
 */
export const eventAt = (folder: string, moment: string, last: number): number =>
  reading(folder, ({ at }) => {
    const until = Date.parse(moment)
    let [fits, doesNot] = [0, last + 1]
    while (doesNot - fits > 1) {
      const middle = Math.floor((fits + doesNot) / 2)
      if (at(middle) <= until) fits = middle
      else doesNot = middle
    }
    return fits
  })

function reading<T>(folder: string, read: (moments: Moments) => T): T {
  const file = openSync(momentFile(folder), 'r')
  const record = Buffer.alloc(MOMENT_BYTES)
  try {
    return read({
      at(event) {
        if (event === 0) return 0
        if (readSync(file, record, 0, MOMENT_BYTES, (event - 1) * MOMENT_BYTES) !== MOMENT_BYTES)
          throw unavailable('The moments of these events are not written yet. Try again in a moment')
        return record.readDoubleBE()
      },
    })
  } finally {
    closeSync(file)
  }
}
