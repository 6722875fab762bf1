import type { Order, OrderDeleted } from '@shop/language/order/api'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { numeral } from '../../lib/numeral.ts'
import { changedOrderIn } from '../../orders/order-version.ts'
import { DoneNote } from '../../ui/done-note.tsx'
import { orderCountQuery } from '../dashboard/dashboard-api.ts'
import { AdminButton, AdminButtonLink } from '../parts/admin-button.tsx'
import { AdminFailure } from '../parts/admin-failure.tsx'
import { ListBody } from '../parts/list-body.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { UndoNote } from '../parts/undo-note.tsx'
import { useAdminList } from '../parts/use-admin-list.ts'
import { useRestoreOrder } from './admin-orders-api.ts'
import { ChosenOrders } from './chosen-orders.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { deletedInWords, restoredInWords } from './deletion-words.ts'
import { OnPaper, usePaper } from './on-paper.tsx'
import { useOrdersCsv } from './orders-csv.ts'
import { OrdersTable } from './orders-table.tsx'
import { OrdersTools, orderFilters } from './orders-tools.tsx'
import { RestoreFailure } from './restore-failure.tsx'
import { useAskedDeletion } from './use-asked-deletion.ts'
import { useChosen } from './use-chosen.ts'

export function OrdersPage() {
  const list = useAdminList<Order>('orders', orderFilters)
  const all = useQuery(orderCountQuery()).data?.orders
  const { deletion, restore, deleted, undo } = useDeletion()
  const file = useOrdersCsv()
  const chosen = useChosen(list.items)
  const { paper, print } = usePaper()
  return (
    <>
      <OnPaper orders={chosen.orders} paper={paper} />
      {/* If orders are selected, the printer prints only these orders, not the list. */}
      <div className={chosen.orders.length > 0 ? 'print:hidden' : undefined}>
        <PageHead title="Order Management">
          <AdminButtonLink variant="quiet" to="/admin/deleted?kind=order">
            Deleted orders
          </AdminButtonLink>
          <ExportOrders file={file} query={list.wanted} />
        </PageHead>
        <Exported file={file} />
        <AdminFailure error={deletion.error} fallback="Failed to delete order" />
        <RestoreFailure error={restore.error} />
        {deleted && (
          <UndoNote key={deleted._id} text={deletedInWords(deleted)} isBusy={restore.isPending} onUndo={undo} />
        )}
        {restore.isSuccess && <DoneNote>{restoredInWords(restore.data)}</DoneNote>}
        <OrdersTools list={list} />
        <ChosenOrders chosen={chosen} onPrint={print} />
        <ListBody
          list={list}
          failure="Failed to fetch orders"
          empty="There are no orders yet."
          count={list.narrowing.size > 0 ? undefined : all}
        >
          <OrdersTable orders={list.items} chosen={chosen} list={list.place} sort={list} onDelete={deletion.ask} />
        </ListBody>
      </div>
      {deletion.asked && (
        <DeleteDialog
          {...deletion.asked}
          changes={deletion.asked.changes}
          onKeep={deletion.keep}
          onDelete={deletion.deleteAsked}
        />
      )}
    </>
  )
}

type Export = ReturnType<typeof useOrdersCsv>

const ExportOrders = ({ file, query }: { file: Export; query: URLSearchParams }) => (
  <AdminButton variant="outline" busy={file.isPending} busyLabel="Exporting…" onClick={() => file.mutate(query)}>
    Export CSV
  </AdminButton>
)

const Exported = ({ file: { data, error, isPending } }: { file: Export }) => (
  <>
    <AdminFailure error={error} fallback="Failed to fetch orders" />
    {data && !isPending && (
      <DoneNote>
        {`${data.isAll ? '' : 'The first '}${data.count === 1 ? '1 order is' : `${numeral(data.count)} orders are`} in the file.`}
      </DoneNote>
    )}
  </>
)

/** After a deletion on an order's own page, the browser's history state contains the deleted order. */
function useDeletion() {
  const { state, search } = useLocation()
  const navigate = useNavigate()
  const [deleted, setDeleted] = useState((state as { deleted?: OrderDeleted } | null)?.deleted)
  const deletion = useAskedDeletion(setDeleted)
  const restore = useRestoreOrder()

  /** The browser's history state survives a reload, so the deleted order is removed there too. */
  const forget = () => {
    setDeleted(undefined)
    navigate({ search }, { replace: true, state: { keepScroll: true } })
  }
  return {
    deletion: {
      ...deletion,
      deleteAsked() {
        restore.reset()
        deletion.deleteAsked()
      },
    },
    restore,
    deleted,
    undo: () =>
      deleted &&
      restore.mutate(deleted, {
        onSuccess: forget,
        // If the order was refunded meanwhile, the refusal has the order's new version. The next try sends this version.
        onError: (refusal) => setDeleted({ ...deleted, version: changedOrderIn(refusal)?.version ?? deleted.version }),
      }),
  }
}
