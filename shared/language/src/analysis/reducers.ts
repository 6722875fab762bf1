import * as z from 'zod'
import { MAX_TEXT } from '../limits.ts'
import { questionSql } from '../question/api.ts'
import { exact } from '../values/text.ts'
import { asOf, MOST_NUMBER } from './as-of.ts'

const type = exact(MAX_TEXT.word)
/** More than the number of event types. */
const MOST_TYPES = 500

/** Body of POST /api/analysis/reducers: a rule in JavaScript, a rule or projection to compare it with, and the events to fold. */
export const ReducerBody = z.object({
  reducer: questionSql,
  against: z.union([z.object({ reducer: questionSql }), z.object({ projection: type })]).optional(),
  types: z.array(type).max(MOST_TYPES).default([]),
  from: z.int().min(1).max(MOST_NUMBER).default(1),
  asOf: asOf.optional(),
})
export type ReducerBody = z.output<typeof ReducerBody>
