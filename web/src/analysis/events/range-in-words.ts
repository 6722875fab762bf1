import { numeral } from '../../lib/numeral.ts'
import { shortMoment } from '../time/moment-words.ts'
import type { Between } from './use-event-filter.ts'

/** Such as "from Nov 13, 2026, 12:00:00 up to event 1,234, the newest counted". `newest`: the last event of a range without end. */
export const rangeInWords = ({ from, to }: Between, newest: number) =>
  [
    from ? `from ${exact(from)}` : 'from the first event',
    to ? `and before ${exact(to)}` : `up to event ${numeral(newest)}, the newest counted`,
  ].join(' ')

const exact = (moment: string) => `${shortMoment(moment)}${moment.slice(19, -1).replace('.000', '')} UTC`
