import { SEARCHERS_OF_A_TERM } from '@shop/language/limits'
import { CLASS_RULE } from '../questions/sql/checkout-events.ts'
import { averageOrderSql } from '../questions/sql/net-revenue.ts'
import { observedRule } from '../questions/sql/observed-days.ts'
import { SOLD_RULE } from '../questions/sql/order-books.ts'
import { REVIEW_RULE } from '../questions/sql/unsettled-money.ts'
import { ROUNDED_RULE, starterQuestions } from '../questions/starter-questions.ts'
import { abandonedCartListSql, abandonedCartsSql } from './abandoned-carts.ts'
import { addedNotBoughtSql, cartToOrderSql } from './carts.ts'
import { discountCodesSql } from './discount-codes.ts'
import { funnelSql } from './funnel.ts'
import { priceFigures } from './price-figures.ts'
import { returnRateReasonsSql, returnRateSql, revenuePerPriceSql } from './products.ts'
import type { Report } from './report.ts'
import { returnReasonsSql, returnsSql } from './returns.ts'
import { RARE_TERMS, searchesSql, searchFigures } from './searches.ts'
import { refusedDemandSql, sellThroughSql, stockoutsSql } from './stockouts.ts'

const REFUNDS_RULE =
  'The refund rate is the money that was refunded for returned pieces, as a percentage of what was paid for all pieces of these orders. It leaves out refunds without returned pieces and refunds of cancelled orders, which are in "Returns, refunds and cancellations by reason and product".'

const REASON_RULE = "If an admin chose a reason on receiving a return, it replaces the customer's."

/** The parameter of the reports of abandoned carts. */
const abandonedAfter = [{ days: 3 }, { days: { label: 'Days without a change', hint: 'A whole number' } }] as const

/** TABLE: the reports in listed order. A test compares each result with a separate count. */
export const reports: readonly Report[] = [
  known('net-revenue', 'Net revenue by day', {
    figures: { summed: 'netRevenueCents', newest: ['netRevenueCents', 'orders', 'averageOrderCents'] },
  }),
  {
    ...own(
      'average-order',
      'Average order value by week',
      `What was paid for an order on average, by the week (UTC) in which the orders were placed. Cancelled orders count here, as on the dashboard. The average net value is what is left of an order after refunds. It leaves out cancelled orders, so it can be the higher average. Deleted orders count in neither average. ${observedRule('week')}`,
      averageOrderSql,
    ),
    figures: { newest: ['averageOrderCents', 'averageNetCents', 'orders'] },
  },
  {
    ...own(
      'discount-codes',
      'What discount codes do',
      `Orders with and without a code from the newsletter, by the week (UTC) in which they were placed. Only a first order can have a code, so compare first orders with first orders. For those with a code, "Average first before discount" is their value at the prices of their pieces. "Average of all without code" also has repeat orders, so do not compare it with the others. A difference does not show what the code has caused, because customers choose for themselves whether they use one. Cancelled orders count, deleted orders do not, but a deleted first order stays the customer's first one. "New subscribers" are the addresses that confirmed the newsletter for the first time in this week. "Codes used" counts those of them that have ordered with their code, in this week or later. ${observedRule('week')}`,
      discountCodesSql,
    ),
    figures: {
      summed: 'discountCents',
      newest: ['firstOrdersWithCode', 'averageFirstWithCodeCents', 'averageFirstWithoutCodeCents'],
    },
    totals: [
      ...['ordersWithCode', 'ordersWithoutCode', 'firstOrdersWithCode', 'firstOrdersWithoutCode'],
      ...['discountCents', 'newSubscribers', 'codesUsed'],
    ],
  },
  known('unsettled-money', 'Money that is not settled', { figures: { summed: 'amountCents' } }),
  own(
    'funnel',
    'How checkouts end',
    `Counts every checkout once, by its last known outcome. The percentages add up to 100. ${CLASS_RULE} Each of the first three classes has one row; all other rows are ways to end without an order. ${REVIEW_RULE} An order counts even if it was cancelled or deleted later. A row has the recorded reason. It is unknown if the customer just left: nobody ended the checkout, and no payment failed.`,
    funnelSql,
  ),
  known('checkouts', 'From checkout to order, by week', {
    figures: { newest: ['started', 'ordered', 'percentOrdered'] },
  }),
  {
    ...own(
      'cart-to-order',
      'From cart to order, by week',
      `For each week: the carts whose first line was added in this week, and how many of them became an order within the chosen number of days after this line. All carts get the same time: a cart counts when its days are over, and a week is over when the days of all its carts are over. "Ordered later" are the carts whose order was placed after their days. The columns from "Ordered" to "Without checkout" add up to the carts. A guest's cart that was handed over counts for the customer who got it. A cart ends at the start of the checkout that becomes an order; the next added line begins a new cart. If a cart has several checkouts but no order, the first of these classes counts that one of them has: under review, not ended, ended. ${CLASS_RULE} ${REVIEW_RULE} An order counts even if it was cancelled or deleted later. ${observedRule('week')}`,
      cartToOrderSql,
      { days: 7 },
      { days: { label: 'Days to order', hint: 'A whole number' } },
    ),
    figures: { newest: ['percentOrdered', 'ordered', 'carts'] },
  },
  own(
    'added-not-bought',
    'Added to a cart but not bought',
    `The pieces of each product that were put into carts with "Add to cart", and how many of them were not sold to the same buyer. A guest whose cart was handed over counts as the customer who got it; any other guest has bought nothing. "Buyers without" counts the buyers who bought fewer pieces than they had added. Later changes of a quantity in the cart do not count. ${SOLD_RULE}`,
    addedNotBoughtSql,
  ),
  {
    ...own(
      'abandoned-carts',
      'Why carts are abandoned',
      'Carts that still had pieces when they expired, or that did not change for the chosen number of days. Opening a checkout is no change, and the carts of erased accounts do not count. Pieces whose payment is under review are not in the cart; a refusal brings them back. Each cart counts under the first reason that applies: a refused payment, a payment that could not begin, sold-out pieces, a higher price, a checkout that was left, or else unknown. Stock and prices are those at the last change of the cart, so pieces that sell out later are no reason. A payment or a checkout, however late, is a reason only if the cart still has a line that it had then. "Abandoned carts, one by one" lists the carts.',
      abandonedCartsSql,
      ...abandonedAfter,
    ),
    totals: ['carts', 'pieces', 'valueCents'],
  },
  {
    ...own(
      'abandoned-cart-list',
      'Abandoned carts, one by one',
      'Each cart that counts in "Why carts are abandoned", with its pieces and their value, the moment of its last change, and its buyer. A buyer who has an account is listed as a customer. To see all events of a cart, open its stream.',
      abandonedCartListSql,
      ...abandonedAfter,
    ),
    totals: ['pieces', 'valueCents'],
  },
  own(
    'stockouts',
    'Stock-outs and how long they lasted',
    'How often, and for how long, each size and color was out of stock. A product that is not counted by size and color has one row; any other product has a row for each size and color that was counted or is for sale now. A stock-out begins when no piece is available any more, and lasts until a piece is available again, or until the chosen moment. The time before the first available piece does not count, nor does a stock-out that ends in the moment in which it begins.',
    stockoutsSql,
  ),
  own(
    'refused-demand',
    'Demand for sold-out pieces',
    'How often adding to the cart was refused because fewer pieces were left than wanted, how many stock-outs there were, and how many hours these lasted in all. The count of refusals comes from the trail of visits, which is not in the log, so it cannot be verified.',
    refusedDemandSql,
  ),
  {
    ...own(
      'searches',
      'What was searched for and not found',
      `Terms of searches without results, from the trail of visits, which is not in the log. A rare term could show who searched for it, so the trail names a term only after ${SEARCHERS_OF_A_TERM} network addresses have searched for it on one day. Searches before that stay under "${RARE_TERMS}", so the count of a named term is too low. The number of different rare terms is unknown. ${ROUNDED_RULE}`,
      searchesSql,
    ),
    figures: searchFigures,
    totals: ['withoutResult'],
  },
  {
    ...own(
      'returns',
      'Returns, refunds and cancellations by reason and product',
      `Pieces that came back and money that was refunded, by reason and product. The numbers are pieces, not orders. Pieces that came back, and refunds that were requested or begun at the provider, while the order was Cancelled count under Cancellation. Any other refund counts under Return if it is for a return, or else under Refund. All pieces of an order that is Cancelled now count as cancelled. ${REASON_RULE} The money of a refund is divided among its pieces in proportion to what was paid for each.`,
      returnsSql,
    ),
    figures: { summed: 'amountCents' },
  },
  {
    ...own(
      'return-reasons',
      'Returns and refunds by reason',
      `For each chosen reason: how many pieces came back, how many refunds were made, and how much was refunded. Two columns show what of this belongs to cancelled orders: the pieces that came back, and the refunds that were requested or begun at the provider, while the order was cancelled. ${REASON_RULE} ${ROUNDED_RULE}`,
      returnReasonsSql,
    ),
    figures: { summed: 'refundedCents' },
    totals: ['piecesReturned', 'piecesOfCancelled', 'refunds', 'refundedCents', 'refundedForCancelledCents'],
  },
  own(
    'return-rate',
    'Return and refund rate of each product',
    `Pieces that came back from orders whose status is Delivered, as a percentage of the sold pieces of these orders. ${REFUNDS_RULE} ${SOLD_RULE}`,
    returnRateSql,
  ),
  own(
    'return-rate-reasons',
    'Return and refund rate of each product by reason',
    `For each product and each chosen reason: the pieces that came back from orders whose status is Delivered, as a percentage of all sold pieces of this product in these orders. Before rounding, the percentages of a product's reasons add up to its rates. ${REFUNDS_RULE} ${REASON_RULE} ${SOLD_RULE}`,
    returnRateReasonsSql,
  ),
  known('time-to-ship', 'Hours from payment to shipping, by week', {
    figures: { newest: ['halfWithinHours', 'nineTenthsWithinHours', 'notYetShipped'] },
  }),
  known('cohorts', 'Customers who buy again, by the week or month of their first order', {
    figures: { newest: ['customers'] },
  }),
  known('baskets', 'Products that are bought together'),
  known('price-changes', 'Sales before and after a new price', {
    figures: priceFigures,
    pair: { of: 'Pieces per day', label: 'product', before: 'perDayBefore', after: 'perDayAfter' },
  }),
  own(
    'revenue-per-price',
    'What each product earned at each price',
    `For each price that a product had: the sold pieces that were ordered at this price, and what was paid for them after discounts and before refunds. A price without sales has zeros. ${SOLD_RULE}`,
    revenuePerPriceSql,
  ),
  known('size-mix', 'Sold pieces by size'),
  known('countries', 'Sales by country', {
    figures: { summed: 'netRevenueCents' },
    totals: ['orders', 'revenueCents', 'netRevenueCents'],
  }),
  known('refused-payments', 'Refused payments, by the provider’s reason'),
  known('holds', 'Do stock holds last long enough?'),
  own(
    'sell-through',
    'How much of each size has left the stock',
    'How many pieces of each size have left the stock and did not come back, and how many are still on hand, including held pieces. The percentage is the share of the pieces that have left in the sum of both. Pieces that are counted for all sizes together are listed as "not by size".',
    sellThroughSql,
  ),
]

export const reportNamed = (slug: string | undefined): Report | undefined => reports.find((one) => one.slug === slug)

function own(slug: string, title: string, rule: string, sql: string, parameters = {}, inputs = {}): Report {
  return { slug, question: { title, rule, sql, parameters, inputs } }
}

function known(slug: string, title: string, shown: Omit<Report, 'slug' | 'question'> = {}): Report {
  const question = starterQuestions.find((one) => one.title === title)
  if (!question) throw new TypeError(`there is no question "${title}"`)
  return { slug, question, ...shown }
}
