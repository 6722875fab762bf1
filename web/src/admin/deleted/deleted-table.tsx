import type { Deleted } from '@shop/language/deleted/api'
import { formatMoney } from '../../lib/money.ts'
import { Picture } from '../../ui/picture.tsx'
import { momentInWords } from '../orders/history-words.ts'
import { AdminButton } from '../parts/admin-button.tsx'
import { AdminTable } from '../parts/admin-table.tsx'
import { RowLink } from '../parts/row-link.tsx'
import { deletedName } from './deleted-name.ts'

const COLUMNS = [
  'What',
  'Customer or SKU',
  { title: 'Amount', end: true },
  { title: 'Deleted', className: 'md:pl-6!' },
  { title: 'Actions', end: true },
]

type TableProps = {
  deleted: readonly Deleted[]
  restoring: Deleted | undefined
  onRestore: (one: Deleted) => void
}

export function DeletedTable({ deleted, restoring, onRestore }: TableProps) {
  return (
    <AdminTable narrow="lines" columns={COLUMNS}>
      {deleted.map((one) => (
        <DeletedRow key={`${one.kind} ${one._id}`} one={one} isBusy={one === restoring} onRestore={onRestore} />
      ))}
    </AdminTable>
  )
}

type RowProps = { one: Deleted; isBusy: boolean; onRestore: (one: Deleted) => void }

function DeletedRow({ one, isBusy, onRestore }: RowProps) {
  const { _id, kind, product, order, deletedAt, deletedBy } = one
  const name = deletedName(one)
  const amount = product?.price ?? order?.totalPrice
  return (
    <tr>
      <td className="wrap-anywhere">
        <span className="inline-flex items-center gap-3">
          {kind === 'product' && (
            <Picture url={product?.image || undefined} alt="" sizes="64px" className="w-10 max-lg:hidden" />
          )}
          {kind === 'order' ? (
            <RowLink to={`/admin/orders/${_id}`} className="num font-[550]">
              {name}
            </RowLink>
          ) : (
            name
          )}
        </span>
      </td>
      <td data-wide className="wrap-anywhere">
        {order ? (order.user?.name ?? <span className="text-stone">N/A</span>) : product?.sku}
        {order && <p className="type-xsmall text-stone">{order.pieces.join(', ')}</p>}
      </td>
      <td data-end className="num">
        {amount !== undefined && formatMoney(amount)}
      </td>
      <td data-second className="num md:pl-6!">
        {momentInWords(deletedAt)}
        {deletedBy && <p className="type-xsmall wrap-anywhere text-stone">by {deletedBy}</p>}
      </td>
      <td data-end data-second>
        <AdminButton
          variant="outline"
          busy={isBusy}
          busyLabel="Restoring…"
          aria-label={`Restore ${name}`}
          onClick={() => onRestore(one)}
        >
          Restore
        </AdminButton>
      </td>
    </tr>
  )
}
