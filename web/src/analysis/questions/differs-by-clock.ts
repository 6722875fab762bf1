import type { RunAnswer } from '@shop/language/analysis/runs'

const SAME = ['rangeDigest', 'questionDigest', 'schemaDigest'] as const
type Digests = Pick<RunAnswer, (typeof SAME)[number] | 'resultDigest' | 'asOf' | 'unverifiable'>

/** Whether two results differ only because `now()` returned another time: the events, the question and the tables are the same. */
export const differsByClock = (one: Digests, other: Digests): boolean =>
  one.resultDigest !== other.resultDigest &&
  one.asOf.moment !== other.asOf.moment &&
  SAME.every((digest) => one[digest] === other[digest]) &&
  one.unverifiable.length + other.unverifiable.length === 0
