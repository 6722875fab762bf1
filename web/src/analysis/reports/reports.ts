import { starterQuestions } from '../questions/starter-questions.ts'
import { abandonedCartsSql } from './abandoned-carts.ts'
import { funnelSql } from './funnel.ts'
import type { Report } from './report.ts'
import { searchesSql } from './searches.ts'
import { sellThroughSql } from './sell-through.ts'
import { refusedDemandSql, stockoutsSql } from './stockouts.ts'

/** TABLE: the reports, in the order in which they are listed. Each is tried on made-up pasts. */
export const reports: readonly Report[] = [
  own(
    'funnel',
    'What becomes of checkouts',
    'Every checkout once, by the last thing that the log knows of it. The percents add up to 100; why somebody left without a word is unknown.',
    funnelSql,
  ),
  own(
    'abandoned-carts',
    'Why carts are abandoned',
    'Carts with something in them that nobody has changed for some days ($days), or that expired. The reason is the first that was so by then: a refused payment, pieces that sold out, a price that rose, a checkout that was left.',
    abandonedCartsSql,
    { days: 3 },
  ),
  own(
    'stockouts',
    'What ran out, and for how long',
    'From the last piece that was bought or held to the next that could be bought, for each size and color that is counted. A line that is still out counts until the moment that is looked at.',
    stockoutsSql,
  ),
  own(
    'refused-demand',
    'What was wanted when it was sold out',
    'How often somebody chose what was sold out, or was refused it, with how often and long it was out. The wishes are from the trail of visits, which is beside the log: they cannot be verified.',
    refusedDemandSql,
  ),
  own(
    'searches',
    'What was searched for and not found',
    'Terms of searches that showed nothing, from the trail of visits, which is beside the log. A term is kept once five addresses have searched for it on one day; the others are counted together.',
    searchesSql,
  ),
  known(
    'time-to-ship',
    'Hours from payment to shipping, by week',
    'Half of the orders were shipped within the median; one in ten took longer than the slowest tenth says.',
  ),
  known(
    'cohorts',
    'Who comes back: customers by the month of their first order',
    'Of the customers who first ordered in a month, how many ordered again within 30 and 90 days.',
  ),
  known('baskets', 'What is bought together', 'Pairs of products by the orders that have both.'),
  known(
    'price-changes',
    'What a new price does to sales',
    'Pieces a day, in so many days ($days) before and after each change of a price.',
  ),
  known('size-mix', 'Which sizes are bought', 'Pieces of all orders, by size.'),
  own(
    'sell-through',
    'How much of each size is sold',
    'Pieces that were sold and not returned, in percent of these and what is on hand. Pieces that are counted for all sizes together are not by size.',
    sellThroughSql,
  ),
]

export const reportNamed = (slug: string | null): Report | undefined => reports.find((one) => one.slug === slug)

function own(slug: string, title: string, about: string, sql: string, parameters = {}): Report {
  return { slug, title, about, question: { title, sql, parameters } }
}

/** A question to begin with, which is a report too. */
function known(slug: string, title: string, about: string): Report {
  const question = starterQuestions.find((one) => one.title === title)
  if (!question) throw new TypeError(`there is no question "${title}"`)
  return { slug, title, about, question }
}
