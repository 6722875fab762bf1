import { logFact } from '@shop/logger/logger'
import type { Contents } from './copy-contents.ts'
import { clearCopy } from './recover-copy.ts'

/** A file of the copy has not in it what was written; the message is its path. */
export class Damaged extends Error {}

export type Kept = Awaited<ReturnType<typeof openKept>>

/** The contents of a copy, others of which take their place where they are another log's or damaged. */
export async function openKept(folder: string, open: () => Promise<Contents>) {
  let contents = await open()
  let damage = newDamage()
  let isBeingMade = false

  return {
    contents: () => contents,
    /** Rejects with Damaged when a damaged file is found. */
    damage: () => damage.promise,
    /**
     * Looks whether the files of the copy are what was written, all of them where the look is `isThorough`. A copy with a damaged file
     * is made anew. True where none was found; false also while it is made anew.
     */
    async check(isThorough = false): Promise<boolean> {
      if (isBeingMade) return false
      const file = await contents.damaged(isThorough)
      if (file !== undefined) damage.reject(new Damaged(file))
      return file === undefined
    },
    /** Nobody may follow the log meanwhile. It waits until no view is open. */
    async beginAnew(why: unknown) {
      if (why instanceof Damaged)
        logFact('warn', 'The copy of the log for analysis is damaged: the log is copied anew', { file: why.message })
      else logFact('warn', 'The log is not the one that was copied for analysis: it is copied anew')
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
  // Told by whoever follows the log.
  damage.promise.catch(() => {})
  return damage
}
