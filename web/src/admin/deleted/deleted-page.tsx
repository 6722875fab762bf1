import type { Deleted } from '@shop/language/deleted/api'
import type { Order } from '@shop/language/order/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { formatMoney } from '../../lib/money.ts'
import { shortId } from '../../orders/order-texts.ts'
import { changedOrderIn, ifShown } from '../../orders/order-version.ts'
import { DoneNote } from '../../ui/done-note.tsx'
import { Picture } from '../../ui/picture.tsx'
import { momentInWords } from '../orders/history-words.ts'
import { RestoreFailure } from '../orders/restore-failure.tsx'
import { AdminButton } from '../parts/admin-button.tsx'
import { AdminTable } from '../parts/admin-table.tsx'
import { FilterSelect } from '../parts/filter-select.tsx'
import { ListBody } from '../parts/list-body.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { RowLink } from '../parts/row-link.tsx'
import { SearchField } from '../parts/search-field.tsx'
import { useAdminList } from '../parts/use-admin-list.ts'

const kinds = [
  { value: 'product', label: 'Products' },
  { value: 'order', label: 'Orders' },
]

/** Each deleted product or order can be restored (decisions P12). */
export function DeletedPage() {
  const list = useAdminList<Deleted>('deleted', ['kind'])
  const restore = useRestoreDeleted()
  return (
    <>
      <PageHead title="Deleted" lead="Deleted products and orders, newest first. You can restore each of them." />
      <RestoreFailure error={restore.error} fallback={failureOf(restore.variables)} />
      {restore.isSuccess && (
        <DoneNote>
          {`${deletedName(restore.variables)} is restored${restore.data.status === 'Cancelled' ? ', with the status Cancelled' : ''}.`}
        </DoneNote>
      )}
      <div className="mb-2 flex flex-wrap gap-2">
        <SearchField label="Search order, product, SKU or user" value={list.search} onFind={list.find} />
        <FilterSelect list={list} name="kind" label="Kind" any="Products and orders" choices={kinds} />
      </div>
      <ListBody list={list} failure="Failed to fetch the deleted entries" empty="Nothing has been deleted.">
        <DeletedTable
          deleted={list.items}
          restoring={restore.isPending ? restore.variables : undefined}
          onRestore={(one) => restore.mutate(one)}
        />
      </ListBody>
    </>
  )
}

const failureOf = (one: Deleted | undefined) =>
  one?.kind === 'order' ? 'Failed to restore order' : 'Failed to restore product'

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

function DeletedTable({ deleted, restoring, onRestore }: TableProps) {
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

/** The admin's lists are refetched now. The shop's pages are refetched when they are shown next. */
function useRestoreDeleted() {
  const queryClient = useQueryClient()
  /** The current versions of orders that have changed since the list was loaded, by id. */
  const [newer, setNewer] = useState<Readonly<Record<string, number>>>({})
  return useMutation({
    mutationFn: ({ kind, _id, version }: Deleted) => {
      const shown = newer[_id] ?? version
      const options = { body: {}, ...ifShown(shown === undefined ? {} : { version: shown }) }
      return api.post<Pick<Order, 'status'>>(`/api/admin/${kind}s/${encodeURIComponent(_id)}/restore`, options)
    },
    onSuccess: () => {
      queryClient.invalidateQueries({ queryKey: ['products'], refetchType: 'none' })
      return queryClient.invalidateQueries({ queryKey: ['admin'] })
    },
    onError: (refusal) => {
      const { _id, version } = changedOrderIn(refusal) ?? {}
      if (_id !== undefined && version !== undefined) setNewer({ ...newer, [_id]: version })
    },
  })
}

const deletedName = ({ _id, kind, product }: Deleted): string =>
  kind === 'order' ? `Order ${shortId(_id)}` : (product?.name ?? `Product ${shortId(_id)}`)
