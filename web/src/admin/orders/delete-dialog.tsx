import type { Order } from '@shop/language/order/api'
import { changeInWords, type OrderChange } from '../../orders/order-changes.ts'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { deletionInWords } from './deletion-words.ts'

type DialogProps = {
  order: Order
  /** Set only if the shop refused the deletion because of these changes. */
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
    {deletionInWords(order).map((sentence) => (
      <span key={sentence} className="mb-1.5 block">
        {sentence}
      </span>
    ))}
  </ConfirmDialog>
)
