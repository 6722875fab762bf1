import type { RunAnswer } from '@shop/language/analysis/runs'
import { numeral } from '../../lib/numeral.ts'
import type { AnswerFigure } from '../questions/answer-figures.ts'

export const RARE_TERMS = 'rare terms (not named)'

export const searchesSql = `SELECT coalesce(thing, '${RARE_TERMS}') AS term,
       sum(count) FILTER (NOT found)::BIGINT AS withoutResult, sum(count)::BIGINT AS searches,
       round(100.0 * withoutResult / sum(withoutResult) OVER (), 1) AS percentOfSearchesWithoutResult
FROM trailCounts
WHERE what = 'search'
GROUP BY thing
HAVING withoutResult > 0
ORDER BY withoutResult DESC, term`

export function searchFigures({ columns, rows, truncated }: RunAnswer): readonly AnswerFigure[] {
  const at = columns.findIndex(({ name }) => name === 'withoutResult')
  const sum = (of: typeof rows) => of.reduce((all, row) => all + Number(row[at]), 0)
  const all = sum(rows)
  if (truncated || all === 0) return []
  const named = rows.filter(([term]) => term !== RARE_TERMS)
  const shareOf = (count: number) => `${numeral(count)} (${Math.round((100 * count) / all)}%)`
  return [
    { name: 'Searches without results', value: numeral(all), note: '' },
    {
      name: 'Searches whose term is shown',
      value: shareOf(sum(named)),
      note: named.length === 1 ? '1 term' : `${numeral(named.length)} terms`,
    },
    { name: 'Searches with a rare term', value: shareOf(all - sum(named)), note: 'an unknown number of rare terms' },
  ]
}
