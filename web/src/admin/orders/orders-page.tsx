import type { Order } from '@shop/language/order/api'
import { useQuery } from '@tanstack/react-query'
import { DoneNote } from '../../ui/done-note.tsx'
import { orderCountQuery } from '../dashboard/dashboard-api.ts'
import { AdminButtonLink } from '../parts/admin-button.tsx'
import { AdminFailure } from '../parts/admin-failure.tsx'
import { ListBody } from '../parts/list-body.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { UndoNote } from '../parts/undo-note.tsx'
import { useAdminList } from '../parts/use-admin-list.ts'
import { ChosenOrders } from './chosen-orders.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { deletedInWords, restoredInWords } from './deletion-words.ts'
import { Exported, ExportOrders } from './export-orders.tsx'
import { OnPaper, usePaper } from './on-paper.tsx'
import { useOrdersCsv } from './orders-csv.ts'
import { OrdersTable } from './orders-table.tsx'
import { OrdersTools, orderFilters } from './orders-tools.tsx'
import { RestoreFailure } from './restore-failure.tsx'
import { useChosen } from './use-chosen.ts'
import { useDeletion } from './use-deletion.ts'

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
