import { starterQuestions } from '../questions/starter-questions.ts'
import { abandonedCartsSql } from './abandoned-carts.ts'
import { funnelSql } from './funnel.ts'
import type { Report } from './report.ts'
import { searchesSql } from './searches.ts'
import { sellThroughSql } from './sell-through.ts'
import { refusedDemandSql, stockoutsSql } from './stockouts.ts'

/** TABLE: the reports in listed order. A test runs each over made-up events and compares it with a separate count. */
export const reports: readonly Report[] = [
  known('net-revenue', 'Net revenue by day'),
  known('unsettled-money', 'Money that is not settled', 'amountCents'),
  own(
    'funnel',
    'What becomes of checkouts',
    'Every checkout once, by the last thing that the log knows of it; the percents add up to 100, an order counts also where it was cancelled or deleted later, and why somebody left without a word is unknown.',
    funnelSql,
  ),
  known('checkouts', 'From checkout to order, by week'),
  own(
    'abandoned-carts',
    'Why carts are abandoned',
    'Carts with something in them that nobody has changed for as many days as you choose, or that expired, by the first reason that was so by then: a refused payment, pieces that sold out, a price that rose, a checkout that was left.',
    abandonedCartsSql,
    { days: 3 },
  ),
  own(
    'stockouts',
    'Stock-outs and how long they lasted',
    'From the last piece that was bought or held to the next that could be bought, for each size and color that is counted; one that is still out counts until the moment that is looked at.',
    stockoutsSql,
  ),
  own(
    'refused-demand',
    'What was wanted when it was sold out',
    'How often somebody chose what was sold out, or was refused it, with how often and long it was out; the wishes are from the trail of visits, which is beside the log, so they cannot be verified.',
    refusedDemandSql,
  ),
  own(
    'searches',
    'What was searched for and not found',
    'Terms of searches that showed nothing, from the trail of visits, which is beside the log; a term is named from the fifth address of a day on, and the searches before are counted under "terms of fewer visits", so the count of a term is too low.',
    searchesSql,
  ),
  known('time-to-ship', 'Hours from payment to shipping, by week'),
  known('cohorts', 'Who comes back: customers by the month of their first order'),
  known('baskets', 'What is bought together'),
  known('price-changes', 'What a new price does to sales'),
  known('size-mix', 'Which sizes are bought'),
  known('countries', 'Sales by country'),
  known('refused-payments', 'Payments that were refused, by what the provider said'),
  known('holds', 'Do stock holds last long enough?'),
  own(
    'sell-through',
    'How much of each size is sold',
    'Pieces that were sold and not returned, in percent of these and what is on hand; pieces that are counted for all sizes together are not by size.',
    sellThroughSql,
  ),
]

export const reportNamed = (slug: string | null): Report | undefined => reports.find((one) => one.slug === slug)

function own(slug: string, title: string, rule: string, sql: string, parameters = {}): Report {
  return { slug, question: { title, rule, sql, parameters } }
}

/** A starter question that is also a report. `summed`: the column of cents whose sum is its figure. */
function known(slug: string, title: string, summed?: string): Report {
  const question = starterQuestions.find((one) => one.title === title)
  if (!question) throw new TypeError(`there is no question "${title}"`)
  return { slug, question, ...(summed !== undefined && { summed }) }
}
