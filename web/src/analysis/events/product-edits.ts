import type { TailEvent } from '@shop/language/analysis/api'
import type { EvidenceRow } from '@shop/language/analysis/evidence'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { formatMoney } from '../../lib/money.ts'
import { manyEvidence } from '../questions/questions-api.ts'

/** Maps the number of each event about a product to the product's name and its changed price, in words. */
export function productEdits(listed: readonly TailEvent[]) {
  const events = listed.flatMap(({ event, stream }) => (stream.startsWith('product-') ? [event] : []))
  return queryOptions({
    queryKey: ['analysis', 'product edits', events.join()],
    queryFn: async () => {
      const rows = await manyEvidence(events, { asOf: listed[0]!.event })
      return new Map(rows.map((row) => [row.event, editInWords(row)]))
    },
    enabled: events.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  })
}

function editInWords({ product, amount }: EvidenceRow) {
  const prices = amount?.of === 'price' ? [amount.before, amount.value].flatMap((one) => one ?? []) : []
  const price = prices.map((one) => formatMoney(one)).join(' → ')
  return [product?.name, price && `price ${price}`].filter(Boolean).join(', ')
}
