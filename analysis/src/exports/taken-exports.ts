import { existsSync, mkdirSync } from 'node:fs'
import { opendir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { defect, logFact } from '@shop/logger/logger'

/** An export is taken within a day of its record, and once: who takes the same events again has that recorded too. */
export const TAKEN_WITHIN_MS = 24 * 3_600_000
const REMOVE_EVERY_MS = 3_600_000

export type TakenExports = Pick<ReturnType<typeof openTakenExports>, 'has' | 'add'>

/**
 * STORAGE FORMAT. The exports that were sent whole within a day, an empty file each, called by its id: a room that is started again
 * knows them too. Older ones are removed at the start and every hour, until it is disposed of.
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
    /** Never rejects: what cannot be written down is told in the log, and that export can be taken once more. */
    add: (id: string): Promise<void> =>
      writeFile(fileOf(id), '', { mode: 0o600 }).catch((error) =>
        logFact('error', 'That an export was sent could not be written down', { export: id, ...defect(error) }),
      ),
    [Symbol.dispose]: () => clearInterval(timer),
  }
}

/** One after the other: there may be many. */
async function removeOlder(folder: string) {
  for await (const { name } of await opendir(folder)) {
    const file = join(folder, name)
    const { mtimeMs } = await stat(file)
    if (Date.now() - mtimeMs > TAKEN_WITHIN_MS) await rm(file, { force: true })
  }
}
