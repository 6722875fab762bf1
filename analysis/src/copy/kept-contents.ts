import { logFact } from '@shop/logger/logger'
import type { Contents } from './copy-contents.ts'
import { clearCopy } from './recover-copy.ts'

/** A file of the copy has changed. The message is the file's path. */
export class Damaged extends Error {}

export type Kept = Awaited<ReturnType<typeof openKept>>

/** Keeps a copy's contents open. `startEmpty` replaces them if they are damaged or come from another log. */
export async function openKept(folder: string, open: () => Promise<Contents>) {
  let contents = await open()
  let damage = newDamage()
  let isBeingMade = false

  return {
    contents: () => contents,
    damage: () => damage.promise,
    /**
     * With `isThorough`, also reads files that seem unchanged. Rebuilds a damaged copy. Returns false for a damaged copy, and while it is
     * rebuilt.
     */
    async check(isThorough = false): Promise<boolean> {
      if (isBeingMade) return false
      const file = await contents.damaged(isThorough)
      if (file !== undefined) damage.reject(new Damaged(file))
      return file === undefined
    },
    /** Waits until no view is open. No events may be added while this runs. */
    async startEmpty(why: unknown) {
      if (why instanceof Damaged)
        logFact('warn', 'The copy of the log for analysis is damaged. The log is copied again', { file: why.message })
      else logFact('warn', 'The copy for analysis was made from another log. The log is copied again')
      await contents.settled()
      isBeingMade = true
      await contents.close()
      await clearCopy(folder)
      contents = await open()
      isBeingMade = false
      damage = newDamage()
    },
  }
}

function newDamage() {
  const damage = Promise.withResolvers<never>()
  // The code that awaits `damage` handles the rejection. Without this line, Node would also report it.
  damage.promise.catch(() => {})
  return damage
}
