import { logFact } from '@shop/logger/logger'
import type { Contents } from './copy-contents.ts'
import { clearCopy } from './recover-copy.ts'

/** A file of the copy no longer has the content that was written. The error's message is the path of this file. */
export class Damaged extends Error {}

export type Kept = Awaited<ReturnType<typeof openKept>>

/**
 * Opens the contents of a copy, and keeps them open. If they are damaged, or were copied from another log, `startEmpty` replaces them with
 * empty contents.
 */
export async function openKept(folder: string, open: () => Promise<Contents>) {
  let contents = await open()
  let damage = newDamage()
  let isBeingMade = false

  return {
    contents: () => contents,
    /** Rejects with Damaged when a damaged file is found. */
    damage: () => damage.promise,
    /**
     * Checks the copy's files. With `isThorough`, also reads files that seem unchanged. If a file is damaged, the copy is rebuilt. Returns
     * false if a file is damaged, and while the copy is being rebuilt.
     */
    async check(isThorough = false): Promise<boolean> {
      if (isBeingMade) return false
      const file = await contents.damaged(isThorough)
      if (file !== undefined) damage.reject(new Damaged(file))
      return file === undefined
    },
    /** Waits until no view is open, and then starts an empty copy. Nothing may add events while this runs. */
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
  // The code that awaits `damage` handles the rejection. Without this line, Node would report it as unhandled.
  damage.promise.catch(() => {})
  return damage
}
