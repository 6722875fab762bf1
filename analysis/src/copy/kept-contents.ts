import { isShopError, ShopError } from '@shop/language/errors'
import { logFact } from '@shop/stores/logger/logger'
import type { Contents } from './copy-contents.ts'
import type { DamageRecord } from './damage-record.ts'
import { DAMAGED, Damaged } from './damaged.ts'
import { clearCopy } from './recover-copy.ts'

/** A check of all files takes a while, so reads within this time share one check. */
const LOOK_EVERY_MS = 1_000

export type Kept = Awaited<ReturnType<typeof openKept>>

export async function openKept(folder: string, open: () => Promise<Contents>, damages: DamageRecord) {
  let contents = await open()
  let damage = newDamage()
  let isDamaged = false
  let isBeingMade = false
  let lookedAt = Number.NEGATIVE_INFINITY

  /** Rejects `damage` if the copy is damaged. Returns false if the copy is damaged or being rebuilt. */
  async function check(isThorough = false): Promise<boolean> {
    if (isBeingMade || isDamaged) return false
    lookedAt = performance.now()
    const found = await contents.damaged(isThorough)
    if (!found) return true
    isDamaged = true
    damage.reject(found)
    return false
  }

  return {
    contents: () => contents,
    damage: () => damage.promise,
    check,
    /** Throws UNAVAILABLE if a file of the copy is damaged. */
    async reading<T>(read: () => Promise<T>): Promise<T> {
      const isDue = isDamaged || performance.now() - lookedAt > LOOK_EVERY_MS
      if (isDue && !(await check())) throw damagedCopy()
      return await read().catch(async (error) => {
        // The engine's message does not always say that a file is damaged, so all files are read.
        if (isShopError(error) || isOutOfMemory(error) || (await check(true))) throw error
        throw damagedCopy(error)
      })
    },
    rebuilt: damages.rebuilt,
    /** No events may be added while this runs. */
    async startEmpty(why: unknown) {
      if (why instanceof Damaged) await damages.found(why)
      else logFact('warn', 'The copy for analysis was made from another log. The log is copied again')
      await contents.settled()
      isBeingMade = true
      await contents.close()
      await clearCopy(folder)
      contents = await open()
      isBeingMade = false
      isDamaged = false
      damage = newDamage()
    },
  }
}

const damagedCopy = (cause?: unknown) => new ShopError('UNAVAILABLE', DAMAGED, { cause })

const isOutOfMemory = (error: unknown) => String((error as Error).message).startsWith('Out of Memory')

function newDamage() {
  const damage = Promise.withResolvers<never>()
  // Without this line, Node would report a rejection that the code awaiting `damage` handles.
  damage.promise.catch(() => {})
  return damage
}
