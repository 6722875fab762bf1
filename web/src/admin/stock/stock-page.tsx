import type { Product } from '@shop/language/product/api'
import type { StockLedgerEntry } from '@shop/language/stock/api'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatMoney } from '../../lib/money.ts'
import { fetchNextPageOf } from '../../lib/next-page.ts'
import { numeral } from '../../lib/numeral.ts'
import { usePageParams } from '../../lib/page-params.ts'
import { shortId } from '../../orders/order-texts.ts'
import { DoneNote } from '../../ui/done-note.tsx'
import { momentInWords, whoInWords } from '../orders/history-words.ts'
import { AdminButton } from '../parts/admin-button.tsx'
import { AdminFailure } from '../parts/admin-failure.tsx'
import { AdminTable } from '../parts/admin-table.tsx'
import { NotFetched } from '../parts/not-fetched.tsx'
import { OrderLink } from '../parts/order-link.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { lineInWords } from '../products/stock-cells.ts'
import { ReceiveStockDialog } from './receive-stock-dialog.tsx'
import { stockQueries, useReceiveStock } from './stock-api.ts'

export function StockPage() {
  const { id = '' } = usePageParams()
  const { data: product, error, refetch } = useQuery(stockQueries.product(id))
  if (product) return <StockOf key={id} product={product} />
  return (
    <>
      <PageHead title="Stock" back={{ to: '/admin/products', label: 'Products' }} />
      <NotFetched error={error} failure="Failed to fetch product" refetch={refetch} />
    </>
  )
}

function StockOf({ product }: { product: Product }) {
  const { _id, name, countInStock } = product
  const [isReceiving, setReceiving] = useState(false)
  const [done, setDone] = useState<string>()
  // The idempotency key outlives the dialog, so a delivery whose answer was lost is not received twice.
  const receipt = useReceiveStock(_id)
  const receive = () => {
    receipt.reset()
    setDone(undefined)
    setReceiving(true)
  }
  const end = (words?: string) => {
    setReceiving(false)
    setDone(words)
  }
  return (
    <>
      <PageHead
        title="Stock"
        lead={`${name}: ${piecesIn(countInStock)} available`}
        back={{ to: `/admin/products/${_id}/edit`, label: 'Edit Product' }}
      >
        <AdminButton onClick={receive}>Receive stock…</AdminButton>
      </PageHead>
      {done && <DoneNote>{done}</DoneNote>}
      <Ledger productId={_id} />
      {isReceiving && (
        <ReceiveStockDialog
          product={product}
          receipt={receipt}
          onClose={() => end()}
          onDone={(quantity) => end(`${piecesIn(quantity)} received.`)}
        />
      )}
    </>
  )
}

function Ledger({ productId }: { productId: string }) {
  const ledger = useInfiniteQuery(stockQueries.ledger(productId))
  if (!ledger.data) return <NotFetched error={ledger.error} failure="Failed to fetch stock" refetch={ledger.refetch} />
  const entries = ledger.data.pages.flatMap(({ items }) => items)
  if (entries.length === 0)
    return <p className="type-h3 border-t border-raw py-8">Nothing has happened to this stock yet.</p>
  return (
    <>
      <LedgerTable entries={entries} />
      <div className="pt-3.5">
        <AdminFailure error={ledger.error} fallback="Failed to fetch stock" />
        {ledger.hasNextPage && (
          <AdminButton
            variant="outline"
            busy={ledger.isFetchingNextPage}
            busyLabel="Loading..."
            onClick={() => fetchNextPageOf(ledger)}
          >
            Show older
          </AdminButton>
        )}
      </div>
    </>
  )
}

const piecesIn = (count: number) => (count === 1 ? '1 piece' : `${numeral(count)} pieces`)

const COLUMNS = ['What', 'Order or checkout', 'Pieces', 'When, and who', { title: 'Cost per piece', end: true }]

const LedgerTable = ({ entries }: { entries: readonly StockLedgerEntry[] }) => (
  <AdminTable narrow="lines" columns={COLUMNS}>
    {entries.map((entry) => (
      <EntryRow key={entry.eventId} entry={entry} />
    ))}
  </AdminTable>
)

function EntryRow({ entry: { what, cause, lines, at, who, cost } }: { entry: StockLedgerEntry }) {
  return (
    <tr>
      <td className="font-[550]">{words[what]}</td>
      <td>
        {cause?.kind === 'order' && <OrderLink id={cause.id} />}
        {cause?.kind === 'checkout' && <span className="num">Checkout {shortId(cause.id)}</span>}
      </td>
      <td data-wide>
        <ul>
          {lines.map((line) => (
            <li key={`${line.size} ${line.color}`}>
              {lineInWords(line)}: <b className="num font-semibold">{signed(line.change)}</b>
              <span className="num type-xsmall block text-stone">
                then {line.onHand} on hand, {line.available} available
              </span>
            </li>
          ))}
        </ul>
      </td>
      <td data-second>
        <time dateTime={at} className="num">
          {momentInWords(at)}
        </time>
        <p className="type-xsmall text-stone">{whoInWords(who)}</p>
      </td>
      <td data-end data-second className="num">
        {cost === undefined ? '' : formatMoney(cost)}
      </td>
    </tr>
  )
}

/** TABLE: the changes of stock. */
const words: Readonly<Record<StockLedgerEntry['what'], string>> = {
  counted: 'Counted',
  adjusted: 'Corrected',
  received: 'Received',
  reserved: 'Held',
  released: 'Hold ended',
  sold: 'Sold',
  returned: 'Came back',
}

const signed = (change: number) => (change > 0 ? `+${change}` : change < 0 ? `−${-change}` : '0')
