import { expect, test } from 'vitest'
import { isSummable } from '../questions/past-moments.ts'
import { parametersIn } from '../questions/question-words.ts'
import { CLASS_RULE } from '../questions/sql/checkout-events.ts'
import { CHOSEN_DAYS } from '../questions/sql/chosen-days.ts'
import { observedDays, observedRule, periods } from '../questions/sql/observed-days.ts'
import { SOLD_RULE } from '../questions/sql/order-books.ts'
import { REVIEW_RULE } from '../questions/sql/unsettled-money.ts'
import { reports } from './reports.ts'

test('each report has a separate address, and rows from the log have evidence', () => {
  for (const { slug, question } of reports) if (slug !== 'searches') expect(question.sql).toContain('AS evidence')
  expect(new Set(reports.map(({ slug }) => slug)).size).toBe(reports.length)
})

test('each parameter of a report has a label in words, a hint and a value', () => {
  for (const { question } of reports) {
    const names = parametersIn(question.sql)
    expect(Object.keys(question.inputs ?? {})).toEqual(names)
    expect(Object.keys(question.parameters ?? {})).toEqual(names)
  }
})

test('the sums of a report are of columns that can be added up', () => {
  const sums = reports.flatMap(({ totals = [], figures }) =>
    typeof figures === 'object' ? [...totals, figures.summed ?? []].flat() : totals,
  )
  expect(sums.filter((name) => !isSummable({ name }))).toEqual([])
})

test.each(reports)(
  '"$question.title" says the common rule for what it counts',
  ({ question: { title, rule, sql } }) => {
    expect(rule.includes(SOLD_RULE)).toBe(sql.includes('soldOrders'))
    expect(rule.includes(REVIEW_RULE)).toBe(sql.includes('underReview'))
    expect(rule.includes(CLASS_RULE)).toBe(/CheckoutStarted|CheckoutExpired/.test(sql))
    for (const period of periods) {
      const isByPeriod = new RegExp(`GROUP BY ${period}\\b`).test(sql)
      const isObserved = [undefined, CHOSEN_DAYS].some((lag) => sql.includes(observedDays(period, lag)))
      expect([rule.includes(observedRule(period)), isObserved]).toEqual([isByPeriod, isByPeriod])
    }
    if (/\bsold\b/i.test(`${title} ${rule}`.replaceAll(/sold[ -]out/gi, ''))) expect(rule).toContain(SOLD_RULE)
  },
)
