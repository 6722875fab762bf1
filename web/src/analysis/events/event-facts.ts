import type { TailEvent } from '@shop/language/analysis/api'
import type { EvidenceRow } from '@shop/language/analysis/evidence'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { formatMoney } from '../../lib/money.ts'
import { manyEvidence } from '../questions/questions-api.ts'

/** TABLE: the streams whose events change a product, its stock or an order. */
const ABOUT = /^(?:product|stock|order)-/

/** Maps the number of each event about a product or an order to the product's name, and to what the event changed, in words. */
export function eventFacts(listed: readonly TailEvent[]) {
  const events = listed.flatMap(({ event, stream }) => (ABOUT.test(stream) ? [event] : []))
  return queryOptions({
    queryKey: ['analysis', 'event facts', events.join()],
    queryFn: async () => {
      const rows = await manyEvidence(events, { asOf: listed[0]!.event })
      return new Map(rows.map((row) => [row.event, factsInWords(row)]))
    },
    enabled: events.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  })
}

export function factsInWords({ stream, product, amount, status }: EvidenceRow) {
  const prices = amount?.of === 'price' ? [amount.before, amount.value].flatMap((one) => one ?? []) : []
  const price = prices.map((one) => formatMoney(one)).join(' → ')
  return [product?.name ?? stream, price && `price ${price}`, status && statusInWords(status)]
    .filter(Boolean)
    .join(', ')
}

/** An order whose status stays has another reason or tracking number. */
export const statusInWords = ({ before, after }: NonNullable<EvidenceRow['status']>) =>
  before === after ? `status stays ${after}` : `${before} → ${after}`
