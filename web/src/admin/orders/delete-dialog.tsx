import type { Order } from '@shop/language/api/orders'
import { shortId } from '../../orders/order-texts.ts'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'

type DialogProps = { order: Order; onKeep: () => void; onDelete: () => void }

export const DeleteDialog = ({ order, onKeep, onDelete }: DialogProps) => (
  <ConfirmDialog question="Are you sure you want to delete this order?" onKeep={onKeep} onAct={onDelete}>
    Order {shortId(order._id)}. It leaves all lists and totals, its customer&apos;s too; it can be brought back.
  </ConfirmDialog>
)
