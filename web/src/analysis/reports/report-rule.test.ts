import { expect, test } from 'vitest'
import { sentencesOf } from './report-rule.tsx'
import { reports } from './reports.ts'

test('each rule begins with one sentence of a few lines, and loses no word', () => {
  for (const { question } of reports) {
    const { first, rest } = sentencesOf(question.rule)
    expect(first, question.title).toMatch(/\.$/)
    expect(first.length, first).toBeLessThan(300)
    expect([first, rest].filter(Boolean).join(' ')).toBe(question.rule)
  }
})
