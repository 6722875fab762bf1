import { expect, test } from 'vitest'
import { reports } from './reports.ts'

test('each report has a separate address, and rows from the log have evidence', () => {
  for (const { slug, question } of reports) if (slug !== 'searches') expect(question.sql).toContain('AS evidence')
  expect(new Set(reports.map(({ slug }) => slug)).size).toBe(reports.length)
})
