import { DELIVERY_DAYS } from '@shop/language/api/limits'
import { useInBrowser } from '../lib/in-browser.ts'
import { longDate } from './order-dates.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** When a parcel that is ordered today is estimated to be there; where the first view is drawn, no today is known. */
export function EstimatedDelivery() {
  const isHere = useInBrowser()
  const then = new Date(Date.now() + DELIVERY_DAYS * DAY_MS).toISOString()
  return <span className="num">{isHere ? longDate(then) : `within ${DELIVERY_DAYS} days`}</span>
}
