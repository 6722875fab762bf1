import { clientOf } from '@shop/server/limits/address-keys'
import { createLimit } from '@shop/server/limits/limit'
import type { Counters } from '@shop/stores/counters/counters'
import { createUploadPlaces } from './upload-places.ts'

const ONE_MINUTE_SECONDS = 60
const ACCEPTED = { name: 'uploads', points: 10, seconds: ONE_MINUTE_SECONDS }
const ATTEMPTED = { name: 'attempted uploads', points: 60, seconds: ONE_MINUTE_SECONDS }
const TOO_MANY = 'Too many pictures from here. Try again in a minute'

/** Ten pictures a minute from one client, and sixty attempts. Throws RATE_LIMITED, or OVERLOADED when too many wait for a place. */
export function createUploadLimits(counters: Counters) {
  const accepted = createLimit(counters, ACCEPTED, TOO_MANY)
  const attempted = createLimit(counters, ATTEMPTED, TOO_MANY)
  const inPlace = createUploadPlaces()

  return async <Result>(address: string, upload: () => Promise<Result>): Promise<Result> => {
    const client = clientOf(address)
    await attempted.take(client)
    await accepted.take(client)
    try {
      return await inPlace(client, upload)
    } catch (error) {
      await accepted.giveBack(client)
      throw error
    }
  }
}
