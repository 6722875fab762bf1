import type { EvidenceRow } from '@shop/language/analysis/evidence'
import { centsOfPieces } from '@shop/language/order/pieces-value'
import { toDecimal } from '@shop/language/values/money'
import type { CopiedEvent } from '../pseudonyms/copied-event.ts'

type Item = Readonly<{ productId: string; quantity?: number; paidCents?: number }>
type Data = Readonly<{
  orderId?: string
  items?: readonly Item[] | null
  pieces?: readonly Readonly<{ line: number; quantity: number }>[] | null
  item?: Item | null
}>
type Pieces = NonNullable<EvidenceRow['ofProduct']>

/** The order whose lines the pieces of an event name. */
export const orderOfPieces = ({ data }: Pick<CopiedEvent, 'data'>): string | undefined => {
  const { orderId, pieces } = (data ?? {}) as Data
  return pieces && pieces.length > 0 ? orderId : undefined
}

/** `itemsOf`: the lines of an order. */
export function piecesOfProduct(
  { data }: Pick<CopiedEvent, 'data'>,
  product: string,
  itemsOf: (orderId: string) => readonly Item[] | undefined,
): Pieces | undefined {
  const { orderId, items, pieces, item } = (data ?? {}) as Data
  const lines = orderId === undefined ? undefined : itemsOf(orderId)
  const found = pieces
    ? pieces.flatMap(({ line, quantity }) => partOf(lines?.[line], quantity))
    : [...(items ?? []), ...(item ? [item] : [])]
  const own = found.filter(({ productId }) => productId === product)
  if (own.length === 0) return undefined
  const paid = own.map(({ paidCents }) => paidCents).filter((cents) => cents !== undefined)
  return {
    pieces: own.reduce((sum, { quantity = 1 }) => sum + quantity, 0),
    ...(paid.length > 0 && { paid: toDecimal(paid.reduce((sum, cents) => sum + cents, 0)) }),
  }
}

function partOf(line: Item | undefined, quantity: number): readonly Item[] {
  if (!line) return []
  const { productId, paidCents, quantity: all = 1 } = line
  const share = paidCents !== undefined && centsOfPieces({ quantity: all, refundable: all, paidCents }, quantity)
  return [{ productId, quantity, ...(share !== false && { paidCents: share }) }]
}
