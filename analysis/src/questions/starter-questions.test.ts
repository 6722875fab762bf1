import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import samples from '../../../shared/language/src/events/stored-samples.json' with { type: 'json' }
import { starterQuestions } from '../../../web/src/analysis/questions/starter-questions.ts'
import { makeSmallCopy } from '../../test-support/small-copy.ts'
import { answerQuestion } from './answer-question.ts'
import { copySql } from './table-sql.ts'

type Sample = Readonly<{ data: object; reads?: object }>
const lines = Object.entries(samples as Record<string, readonly Sample[]>).map(([type, all]) => {
  const { data, reads = data } = all.at(-1)!
  return { type, data: reads }
})

let small: Awaited<ReturnType<typeof makeSmallCopy>>
beforeAll(async () => {
  small = await makeSmallCopy([...lines, ...lines], 50)
})
afterAll(() => small.remove())

test('there are eleven starter questions', () => expect(starterQuestions).toHaveLength(11))

describe.each(starterQuestions)('the question "$title"', ({ sql, parameters = {} }) => {
  test('can be answered with every type of event, and verified', async () => {
    const question = { sql, parameters }
    const task = { folder: small.folder, question, sql: copySql }
    const [answer, again] = [await answerQuestion(task), await answerQuestion(task)]
    expect(answer.unverifiable).toEqual([])
    expect(again.resultDigest).toBe(answer.resultDigest)
    const evidence = answer.columns.findIndex(({ kind }) => kind === 'evidence')
    expect(evidence).toBeGreaterThan(0)
    // A row for a day without orders has no evidence, so answers by day are not checked.
    if (answer.columns[0]?.name !== 'day') for (const row of answer.rows) expect(row[evidence]).not.toEqual([])
  })
})
