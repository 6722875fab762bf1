import { readFile, rename, writeFile } from 'node:fs/promises'
import { defect, logFact } from '@shop/stores/logger/logger'
import * as z from 'zod'
import { damageFile } from './copy-files.ts'
import type { Damaged } from './damaged.ts'

/** Older damages are only counted. */
const MOST_KEPT = 10

/** STORAGE FORMAT. The damages that were found in the copy of this log. The file stays when the copy is rebuilt. */
const Damages = z.strictObject({
  log: z.string(),
  times: z.int().nonnegative(),
  /** The newest first. `rebuiltAt` is null until the copy has caught up with the log. */
  newest: z.array(
    z.strictObject({ first: z.int(), last: z.int(), foundAt: z.string(), rebuiltAt: z.nullable(z.string()) }),
  ),
})
type Damages = Readonly<z.output<typeof Damages>>

export type DamageRecord = Awaited<ReturnType<typeof openDamageRecord>>

export async function openDamageRecord(folder: string, log: string, now = () => new Date()) {
  const file = damageFile(folder)
  const before = await readDamages(file)
  let damages: Damages = before?.log === log ? before : { log, times: 0, newest: [] }

  /** A full disk must not prevent the rebuilding. */
  async function write(changed: Damages) {
    damages = changed
    try {
      await writeFile(`${file}.part`, JSON.stringify(changed), { mode: 0o600 })
      await rename(`${file}.part`, file)
    } catch (error) {
      logFact('error', 'The damage of the copy for analysis could not be recorded', defect(error))
    }
  }

  return {
    known: () => (damages.times > 0 ? { times: damages.times, newest: damages.newest } : undefined),
    async found({ message, events: { first, last } }: Damaged) {
      logFact('warn', 'The copy of the log for analysis is damaged. The log is copied again', {
        file: message,
        events: `${first} to ${last}`,
      })
      const one = { first, last, foundAt: now().toISOString(), rebuiltAt: null }
      await write({ log, times: damages.times + 1, newest: [one, ...damages.newest].slice(0, MOST_KEPT) })
    },
    /** Call this when the copy has caught up with the log. */
    async rebuilt() {
      if (damages.newest.every(({ rebuiltAt }) => rebuiltAt !== null)) return
      const at = now().toISOString()
      await write({ ...damages, newest: damages.newest.map((one) => ({ ...one, rebuiltAt: one.rebuiltAt ?? at })) })
    },
  }
}

async function readDamages(file: string): Promise<Damages | undefined> {
  try {
    return Damages.parse(JSON.parse(await readFile(file, 'utf8')))
  } catch {
    return undefined
  }
}
