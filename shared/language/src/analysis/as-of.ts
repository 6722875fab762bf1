import * as z from 'zod'
import { MAX_EVENT } from '../limits.ts'
import { numberInQuery } from '../values/list-query.ts'

const [FIRST_MS, LAST_MS] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')]

/** A moment with any offset, converted to UTC and limited to the years 1 to 9999. */
export const anyMoment = z.iso
  .datetime({ offset: true })
  .transform((value) => new Date(Math.min(LAST_MS, Math.max(FIRST_MS, Date.parse(value)))).toISOString())

const event = z.int().min(0).max(MAX_EVENT)

const error = 'asOf must be an event number or a time with zone, such as 2026-11-20T12:00:00Z'

/** The last visible event, given as its number or as a moment. A moment means the last event that was recorded up to this moment. */
export const asOf = z.union([event, anyMoment], { error })
export const asOfInQuery = z.union([numberInQuery(event), anyMoment], { error })
