import type { RunAnswer } from '@shop/language/analysis/runs'

const COMPARED = [
  ['rangeDigest', 'events'],
  ['questionDigest', 'question'],
  ['schemaDigest', 'tables’ definitions'],
  ['resultDigest', 'result'],
] as const

type Verified = Pick<RunAnswer, (typeof COMPARED)[number][0] | 'unverifiable'>
type Verdict = Readonly<{ tone: 'ok' | 'info' | 'bad'; words: string }>

/** A result that cannot be verified is never called verified. */
export function verdictOf(first: Verified, second: Verified & Pick<RunAnswer, 'elapsedMs'>): Verdict {
  const others = COMPARED.filter(([digest]) => first[digest] !== second[digest]).map(([, name]) => name)
  const isSame = !others.includes('result')
  const areInputsSame = others.every((name) => name === 'result')
  if (areInputsSame && first.unverifiable.length > 0)
    return {
      tone: 'info',
      words: `This verifies the events, the question and the tables’ definitions, but not the result, which ${isSame ? 'is the same' : 'differs'} this time.`,
    }
  if (others.length === 0)
    return {
      tone: 'ok',
      words: `The result is the same, and so are all digests. The second run took ${second.elapsedMs} ms.`,
    }
  const result = isSame ? 'The result is the same' : 'The result is not the same'
  return { tone: 'bad', words: `${result}. These digests differ: ${others.join(', ')}.` }
}
