import type { Hold } from '@shop/language/hold/api'
import { piecesInWords } from '../../orders/money-words.ts'
import { momentInWords } from '../orders/history-words.ts'
import { AdminButton } from '../parts/admin-button.tsx'
import { AdminTable } from '../parts/admin-table.tsx'
import { RowLink } from '../parts/row-link.tsx'

const COLUMNS = [
  'Customer',
  'Products',
  { title: 'Pieces', end: true },
  { title: 'Held since', className: 'md:pl-6!' },
  { title: 'Actions', end: true },
]

type TableProps = {
  holds: readonly Hold[]
  releasing: Hold | undefined
  onRelease: (hold: Hold) => void
}

export function HoldsTable({ holds, releasing, onRelease }: TableProps) {
  return (
    <AdminTable narrow="lines" columns={COLUMNS}>
      {holds.map((hold) => (
        <HoldRow key={hold._id} hold={hold} isBusy={hold === releasing} onRelease={onRelease} />
      ))}
    </AdminTable>
  )
}

function HoldRow({ hold, isBusy, onRelease }: { hold: Hold; isBusy: boolean; onRelease: TableProps['onRelease'] }) {
  const { user, items, pieces, since, until, payment } = hold
  return (
    <tr>
      <td className="wrap-anywhere">
        {user ? (
          <RowLink to={`/admin/users/${user._id}`}>{user.name}</RowLink>
        ) : (
          <span className="text-stone">N/A</span>
        )}
        {user && <p className="type-xsmall text-stone">{user.email}</p>}
      </td>
      <td data-wide className="wrap-anywhere">
        {items.map(({ productId, name, size, color, quantity }) => (
          <p key={`${productId} ${size} ${color}`}>
            {quantity} × {[name, size, color].filter(Boolean).join(', ')}
          </p>
        ))}
      </td>
      <td data-end className="num">
        {pieces}
      </td>
      <td data-second className="num md:pl-6!">
        {momentInWords(since)}
        <p className="type-xsmall text-stone">until {momentInWords(until)}</p>
        {payment !== 'none' && <p className="type-xsmall text-stone">{PAYMENT[payment]}</p>}
      </td>
      <td data-end data-second>
        {payment !== 'pending' && (
          <AdminButton
            variant="outline"
            busy={isBusy}
            busyLabel="Releasing…"
            aria-label={`Release ${piecesInWords([{ quantity: pieces }])} of ${user?.name ?? 'an erased customer'}`}
            onClick={() => onRelease(hold)}
          >
            Release
          </AdminButton>
        )}
      </td>
    </tr>
  )
}

const PAYMENT = {
  begun: 'The buyer has started to pay',
  pending: 'The provider is reviewing the payment',
}
