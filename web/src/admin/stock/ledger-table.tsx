import type { StockLedgerEntry } from '@shop/language/stock/api'
import { formatMoney } from '../../lib/money.ts'
import { shortId } from '../../orders/order-texts.ts'
import { momentInWords, whoInWords } from '../orders/history-words.ts'
import { AdminTable } from '../parts/admin-table.tsx'
import { OrderLink } from '../parts/order-link.tsx'
import { lineInWords } from '../products/stock-cells.ts'

const COLUMNS = ['What', 'Order or checkout', 'Pieces', 'When, and who', { title: 'Cost per piece', end: true }]

export const LedgerTable = ({ entries }: { entries: readonly StockLedgerEntry[] }) => (
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
