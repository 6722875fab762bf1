import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { starterQuestions } from './starter-questions.ts'

const documented = readFileSync(join(import.meta.dirname, '../../../../docs/questions.md'), 'utf8')

test('the questions to begin with are the documented ones, which are tried on a copy', () => {
  const inDocs = [...documented.matchAll(/\n### ([^\n]+)\n(?:(?!\n### )[\s\S])*?```sql\n([\s\S]*?)\n```/g)]
  expect(starterQuestions.map(({ title, sql }) => [title, sql])).toEqual(inDocs.map(([, title, sql]) => [title, sql]))
})
