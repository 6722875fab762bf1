import * as z from 'zod'
import { MAX_EVENT, MAX_TEXT } from '../limits.ts'
import { exact, requiredSource } from '../values/text.ts'

const source = requiredSource(MAX_TEXT.sql)
const type = exact(MAX_TEXT.word)
/** The shop has fewer types of events. */
const MOST_TYPES = 500

/** A rule in JavaScript, a rule or projection to compare it with, the types of the events to fold, and the number of the first event. */
export const Rule = z.object({
  reducer: source,
  against: z.union([z.object({ reducer: source }), z.object({ projection: type })]).optional(),
  types: z.array(type).max(MOST_TYPES).default([]),
  from: z.int().min(1).max(MAX_EVENT).default(1),
})
export type Rule = z.output<typeof Rule>
