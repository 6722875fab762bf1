import { spanInWords } from '@shop/language/values/span'
import { clientOf } from '@shop/server/limits/address-keys'
import { uploads } from '@shop/server/limits/at-once'
import * as budgets from '@shop/server/limits/budgets'
import { createLimit } from '@shop/server/limits/limit'
import { createQueue } from '@shop/server/limits/queue'
import type { Counters } from '@shop/stores/counters/counters'

const TOO_MANY = `Too many pictures in a short time. Try again in ${spanInWords(budgets.uploads.seconds)}`

/** Admins are counted by account, so that no other client uses up an admin's limit. */
export type Uploader = Readonly<{ address: string; adminId: string | undefined }>

/**
 * A client or admin may upload ten pictures a minute, and try sixty uploads a minute. Throws RATE_LIMITED, or OVERLOADED when too many
 * uploads wait.
 */
export function createUploadLimits(counters: Counters) {
  const accepted = createLimit(counters, budgets.uploads, TOO_MANY)
  const attempted = createLimit(counters, budgets.attemptedUploads, TOO_MANY)
  const inPlace = createQueue(uploads)
  const inPlaceOfAdmin = createQueue(uploads)

  return async <Result>({ address, adminId }: Uploader, upload: () => Promise<Result>): Promise<Result> => {
    const key = adminId === undefined ? clientOf(address) : `admin ${adminId}`
    await attempted.take(key)
    await accepted.take(key)
    try {
      return await (adminId === undefined ? inPlace(address, upload) : inPlaceOfAdmin(adminId, upload))
    } catch (error) {
      await accepted.giveBack(key)
      throw error
    }
  }
}
