import type { EvidenceRow } from '@shop/language/analysis/evidence'
import { AdminTable } from '../../admin/parts/admin-table.tsx'
import { RowLink } from '../../admin/parts/row-link.tsx'
import { lifeAddress, streamAddress } from '../../admin/parts/stream-address.ts'
import { formatMoney } from '../../lib/money.ts'
import { numeral } from '../../lib/numeral.ts'
import { statusInWords } from '../events/event-facts.ts'
import { eventsAddress } from '../events/use-event-filter.ts'
import { shortMoment } from '../time/moment-words.ts'
import { compareAddress } from '../time/time-address.ts'

/** `isOfProduct`: the evidence is about one product, whose pieces have their own column. */
type TableProps = { rows: readonly EvidenceRow[]; asOf: number; isOfProduct: boolean }

export const EvidenceTable = ({ rows, asOf, isOfProduct }: TableProps) => (
  <AdminTable
    narrow="lines"
    labelledBy="evidence"
    columns={[
      ...['Event', 'Recorded at', 'Type', 'About'],
      ...(isOfProduct ? ['This product', 'Whole event'] : ['Amount']).map((title) => ({ title, end: true })),
    ]}
  >
    {rows.map((row) => (
      <tr key={row.event}>
        <td className="num">
          <RowLink to={streamAddress(row.stream, row.version)} aria-label={`Event ${numeral(row.event)}`}>
            {numeral(row.event)}
          </RowLink>
        </td>
        <td className="num whitespace-nowrap text-rinse">{row.recordedAt ? shortMoment(row.recordedAt) : 'unknown'}</td>
        <td className="wrap-anywhere lg:min-w-36">
          {row.type}
          {row.status && <span className="block text-rinse">{statusInWords(row.status)}</span>}
        </td>
        <td data-second>
          <span className="inline-flex flex-wrap gap-x-4">
            {linksOf(row, asOf).map(({ label, to }) => (
              <RowLink key={to} to={to} className="num wrap-anywhere">
                {label}
              </RowLink>
            ))}
          </span>
        </td>
        {isOfProduct && <OfProduct row={row} />}
        <td data-end data-second className="num whitespace-nowrap">
          {isOfProduct && row.amount && <span className="text-stone lg:hidden">whole event </span>}
          <Amount row={row} />
        </td>
      </tr>
    ))}
  </AdminTable>
)

/** TABLE: what became of the pieces in an event. */
const pieceWords: Readonly<Record<string, string>> = {
  OrderPlaced: 'ordered',
  ItemAddedToCart: 'added',
  ReturnRequested: 'to come back',
  ReturnAwaited: 'to come back',
  ReturnReceived: 'came back',
  OrderRefundRequested: 'to refund',
}

const OfProduct = ({ row: { type, ofProduct } }: { row: EvidenceRow }) => (
  <td data-end data-second className="num whitespace-nowrap empty:hidden lg:empty:table-cell">
    {ofProduct && (
      <>
        {numeral(ofProduct.pieces)} <span className="text-stone">{pieceWords[type]}</span>
        {ofProduct.paid !== undefined && ` ${formatMoney(ofProduct.paid)}`}
      </>
    )}
  </td>
)

type About = Readonly<{ label: string; to: string }>

/** A link to the time machine compares two moments: after the event, and as of the answer. */
function linksOf({ event, stream, order, checkout, product, person }: EvidenceRow, asOf: number): readonly About[] {
  const inTime = (kind: string, id: string) => compareAddress({ kind, id, from: String(event), to: String(asOf) })
  const links: About[] = []
  if (order)
    links.push({
      label: `Order #${order}`,
      to: stream === `order-${order}` ? inTime('order', order) : lifeAddress(order),
    })
  if (checkout) links.push({ label: `Checkout #${checkout}`, to: lifeAddress(checkout) })
  if (product)
    links.push({
      label: product.name ?? product.id,
      to: inTime(stream === `stock-${product.id}` ? 'stock' : 'product', product.id),
    })
  if (person)
    links.push({
      label: person,
      to: stream === `cart-${person}` ? inTime('cart', person) : eventsAddress({ actor: person }),
    })
  return links
}

/** TABLE: the words before an amount. */
const words = {
  total: '',
  amount: '',
  refund: 'refund ',
  discount: 'discount ',
  price: 'price ',
  cost: 'cost ',
} as const

const Amount = ({ row: { amount } }: { row: EvidenceRow }) =>
  amount && (
    <>
      {words[amount.of] && <span className="text-stone">{words[amount.of]}</span>}
      {amount.before !== undefined && `${formatMoney(amount.before)} → `}
      {formatMoney(amount.value)}
    </>
  )
