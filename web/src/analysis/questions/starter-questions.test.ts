import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { reports } from '../reports/reports.ts'
import { starterQuestions } from './starter-questions.ts'

/** The questions of a page of the documents, each with its title. */
function questionsIn(name: string) {
  const page = readFileSync(join(import.meta.dirname, `../../../../docs/${name}.md`), 'utf8')
  const found = page.matchAll(/\n### ([^\n]+)\n(?:(?!\n### )[\s\S])*?```sql\n([\s\S]*?)\n```/g)
  return [...found].map(([, title, sql]) => [title, sql])
}

test('the questions to begin with are the documented ones, which are tried on a copy', () => {
  expect(starterQuestions.map(({ title, sql }) => [title, sql])).toEqual(questionsIn('questions'))
})

test('the reports are the documented ones and questions to begin with, and rows of the log have evidence', () => {
  const own = reports.filter(({ question }) => !starterQuestions.includes(question))
  expect(own.map(({ title, question }) => [title, question.sql])).toEqual(questionsIn('reports'))
  for (const { slug, question } of reports) if (slug !== 'searches') expect(question.sql).toContain('AS evidence')
  expect(new Set(reports.map(({ slug }) => slug)).size).toBe(reports.length)
})
