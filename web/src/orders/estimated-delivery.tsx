import { DELIVERY_DAYS } from '@shop/language/limits'
import { useInBrowser } from '../lib/in-browser.ts'
import { longDate } from './order-dates.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** The server draws the first view without a date. */
export function EstimatedDelivery() {
  const isHere = useInBrowser()
  const then = new Date(Date.now() + DELIVERY_DAYS * DAY_MS).toISOString()
  return <span className="num">{isHere ? longDate(then) : `within ${DELIVERY_DAYS} days`}</span>
}
