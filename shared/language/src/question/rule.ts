import * as z from 'zod'
import { MAX_EVENT, MAX_TEXT } from '../limits.ts'
import { exact, requiredSource } from '../values/text.ts'

const source = requiredSource(MAX_TEXT.sql)
const type = exact(MAX_TEXT.word)
const MOST_TYPES = 500

/** `reducer`: a rule in JavaScript. `against`: what the rule is compared with. `from`: the number of the first event to fold. */
export const Rule = z.object({
  reducer: source,
  against: z.union([z.object({ reducer: source }), z.object({ projection: type })]).optional(),
  types: z.array(type).max(MOST_TYPES).default([]),
  from: z.int().min(1).max(MAX_EVENT).default(1),
})
export type Rule = z.output<typeof Rule>
