import { LOW_STOCK, SOLD_DAYS } from '@shop/language/limits'
import { leftIn, ownLines } from '@shop/language/stock/lines'
import { leftOf } from '@shop/language/stock/pieces-left'
import type { Catalog, Listing } from '../catalog/catalog.ts'
import { popularity } from '../catalog/recommended.ts'

const RUNNING_OUT = 10
const MOST_SOLD = 100
const SOON_DAYS = 14
const DAY_MS = 24 * 60 * 60 * 1000

/** Products with few pieces left, and best sellers whose stock lasts less than two weeks. */
export async function runningOutOf(catalog: Catalog, now: Date) {
  const fewestFirst = { by: 'fewest', descending: false } as const
  const [few, sold] = await Promise.all([
    catalog.list({ fewest: [0, LOW_STOCK] }, fewestFirst, RUNNING_OUT),
    catalog.list({}, popularity, MOST_SOLD),
  ])
  const soon = sold.listings.filter((listing) => (daysLeftOf(listing, now) ?? SOON_DAYS) < SOON_DAYS)
  const found = new Map([...few.listings, ...soon].map((listing) => [listing.product._id, listing]))
  const days = (listing: Listing) =>
    listing.available === 0 ? 0 : (daysLeftOf(listing, now) ?? Number.POSITIVE_INFINITY)
  return [...found.values()]
    .sort((one, other) => Math.sign(days(one) - days(other)) || one.fewest - other.fewest)
    .slice(0, RUNNING_OUT)
    .map((listing) => {
      const daysLeft = daysLeftOf(listing, now)
      return {
        ...briefly(listing),
        countInStock: listing.available,
        ...(daysLeft !== undefined && { daysLeft }),
        runningOut: runningOutIn(listing),
      }
    })
}

/** Returns undefined if no piece was sold in the last `SOLD_DAYS` days. */
function daysLeftOf({ product, available }: Listing, now: Date) {
  const since = new Date(now.getTime() - (SOLD_DAYS - 1) * DAY_MS).toISOString().slice(0, 10)
  const sold = product.soldLately.reduce((sum, { day, pieces }) => (day >= since ? sum + pieces : sum), 0)
  return sold === 0 ? undefined : Math.floor((available * SOLD_DAYS) / sold)
}

function runningOutIn({ product, lines }: Listing) {
  const left = leftIn(lines)
  return ownLines(lines, product)
    .map(({ size, color }) => ({ size, color, left: leftOf(left, { size, color }) }))
    .filter((line) => line.left <= LOW_STOCK)
}

export const briefly = ({ product }: Listing) => ({
  _id: product._id,
  name: product.name,
  image: product.images[0]?.url ?? '',
})
