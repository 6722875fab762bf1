import { existsSync, mkdirSync } from 'node:fs'
import { opendir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { defect, logFact } from '@shop/stores/logger/logger'
import { TAKEN_WITHIN_MS } from '../limits.ts'

const REMOVE_EVERY_MS = 3_600_000

export type TakenExports = Pick<ReturnType<typeof openTakenExports>, 'has' | 'add'>

/**
 * Remembers, also after a restart, which exports of the last day were completely sent. STORAGE FORMAT: an empty file for each export, named
 * by its id.
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
    /** Never rejects: if the record cannot be written, the export can be sent again. */
    add: (id: string): Promise<void> =>
      writeFile(fileOf(id), '', { mode: 0o600 }).catch((error) =>
        logFact('error', 'An export was sent, but this could not be recorded', { export: id, ...defect(error) }),
      ),
    [Symbol.dispose]: () => clearInterval(timer),
  }
}

async function removeOlder(folder: string) {
  for await (const { name } of await opendir(folder)) {
    const file = join(folder, name)
    const { mtimeMs } = await stat(file)
    if (Date.now() - mtimeMs > TAKEN_WITHIN_MS) await rm(file, { force: true })
  }
}
