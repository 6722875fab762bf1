import type { Order } from '@shop/language/api/orders'
import type { OrderChange } from '../../orders/order-changes.ts'
import { changeInWords } from '../../orders/order-changes.ts'
import { shortId } from '../../orders/order-texts.ts'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'

type DialogProps = {
  order: Order
  /** What has changed since it was to be deleted before. */
  changes: readonly OrderChange[] | undefined
  onKeep: () => void
  onDelete: () => void
}

export const DeleteDialog = ({ order, changes, onKeep, onDelete }: DialogProps) => (
  <ConfirmDialog question="Are you sure you want to delete this order?" onKeep={onKeep} onAct={onDelete}>
    {changes && (
      <b className="num mb-2 block font-semibold text-warn">
        Not deleted yet: this order has changed since you opened it. {changes.map(changeInWords).join('; ')}
      </b>
    )}
    Order {shortId(order._id)} disappears from all lists and totals, and from the customer&apos;s account. You can
    restore it.
  </ConfirmDialog>
)
