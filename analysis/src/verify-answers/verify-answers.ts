import type { Compared } from '../copy/compare-log.ts'
import { DIGEST_VERSION } from '../questions/digests.ts'
import type { Answer, Question } from '../questions/question.ts'
import type { KeptAnswer } from './kept-answers.ts'

type Options = Readonly<{
  ask: (question: Question) => Promise<Answer>
  times: number
  log: Compared
  damaged?: readonly string[]
}>

/** `found`: a line for each difference. `notCompared`: a line for each answer whose digest has another version. */
type Verified = Readonly<{ found: readonly string[]; notCompared: readonly string[] }>

/** Asks the questions of stored answers again, as of the same events and moments. */
export async function verifyAnswers(
  kept: readonly KeptAnswer[],
  { ask, times, log, damaged = [] }: Options,
): Promise<Verified> {
  const found: string[] = []
  const { differs } = log
  for (const file of damaged)
    found.push(`${file} has been changed since it was written, so the answers of this copy prove nothing`)
  if (differs) found.push(`event ${differs.event}, ${differs.type}, differs between the log and the copy`)
  for (const answer of kept) {
    const { name, asOf } = answer
    if (log.digestAt.get(asOf.event) !== answer.rangeDigest)
      found.push(`${name}: the log's events 1 to ${asOf.event} differ from the events that the answer was made from`)
    for (let time = 0; time < times; time++) {
      const difference = await differenceOf(answer, ask)
      if (difference === undefined) continue
      found.push(`${name}: ${difference}`)
      break
    }
  }
  const notCompared = kept
    .filter(({ digestVersion }) => digestVersion !== DIGEST_VERSION)
    .map(({ name, digestVersion }) => {
      const which = digestVersion < DIGEST_VERSION ? 'an earlier' : 'a later'
      return `${name}: its result cannot be compared, because ${which} version of the shop made it`
    })
  return { found, notCompared }
}

async function differenceOf(kept: KeptAnswer, ask: Options['ask']): Promise<string | undefined> {
  const { sql, parameters, asOf } = kept
  const again = await ask({ sql, parameters, asOf: asOf.event, moment: asOf.moment }).catch((error: Error) => error)
  if (again instanceof Error) return `the question can no longer be answered: ${again.message}`
  if (again.questionDigest !== kept.questionDigest) return 'its digest does not match its question'
  if (again.rangeDigest !== kept.rangeDigest)
    return `the copy's events 1 to ${asOf.event} differ from the events that the answer was made from`
  if (kept.digestVersion !== DIGEST_VERSION || again.resultDigest === kept.resultDigest) return undefined
  if (kept.unverifiable.length > 0) return undefined
  return again.schemaDigest === kept.schemaDigest
    ? 'the result differs'
    : 'the result differs, and the definitions of the tables have changed since'
}
