import * as z from 'zod'
import { numberInQuery } from './list-query.ts'

/** More events than any log will have. */
export const MOST_NUMBER = 1_000_000_000_000

const [FIRST_MS, LAST_MS] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')]

/** A moment of any offset, as UTC. What its offset moves out of the years 1 to 9999 is the first or last of them. */
export const anyMoment = z.iso
  .datetime({ offset: true })
  .transform((value) => new Date(Math.min(LAST_MS, Math.max(FIRST_MS, Date.parse(value)))).toISOString())

const event = z.int().min(0).max(MOST_NUMBER)

/**
 * What is seen: the number of the last event, or a moment. A moment means the longest beginning of the log whose events were all
 * recorded at or before it.
 */
export const asOf = z.union([event, anyMoment])
export const asOfInQuery = z.union([numberInQuery(event), anyMoment])
