import { existsSync, mkdirSync } from 'node:fs'
import { opendir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { defect, logFact } from '@shop/logger/logger'

/**
 * An export can be downloaded once, within a day of its record. To download the same events again, an analyst must record another export.
 */
export const TAKEN_WITHIN_MS = 24 * 3_600_000
const REMOVE_EVERY_MS = 3_600_000

export type TakenExports = Pick<ReturnType<typeof openTakenExports>, 'has' | 'add'>

/**
 * STORAGE FORMAT. The exports of the last day that were sent whole, as empty files named by their ids, so that a restarted room knows them
 * too. Older files are removed at the start and every hour, until this is disposed of.
 */
export function openTakenExports(folder: string) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const fileOf = (id: string) => join(folder, id)
  const removeOld = () =>
    removeOlder(folder).catch((error) => logFact('warn', 'Records of exports could not be removed', defect(error)))
  void removeOld()
  const timer = setInterval(removeOld, REMOVE_EVERY_MS).unref()
  return {
    has: (id: string): boolean => existsSync(fileOf(id)),
    /** Never rejects. If the file cannot be written, it logs the error, and that export can be downloaded once more. */
    add: (id: string): Promise<void> =>
      writeFile(fileOf(id), '', { mode: 0o600 }).catch((error) =>
        logFact('error', 'The record that an export was sent could not be written', { export: id, ...defect(error) }),
      ),
    [Symbol.dispose]: () => clearInterval(timer),
  }
}

/** One file after the other, because there may be many. */
async function removeOlder(folder: string) {
  for await (const { name } of await opendir(folder)) {
    const file = join(folder, name)
    const { mtimeMs } = await stat(file)
    if (Date.now() - mtimeMs > TAKEN_WITHIN_MS) await rm(file, { force: true })
  }
}
