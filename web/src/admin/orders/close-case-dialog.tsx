import { MAX_TEXT } from '@shop/language/limits'
import type { Order } from '@shop/language/order/api'
import { useShownOrder } from '../../orders/use-shown-order.ts'
import { Field } from '../../ui/field.tsx'
import { useCloseRefundCase } from './admin-orders-api.ts'
import { OrderDialog } from './order-dialog.tsx'

export function CloseCaseDialog({ order, onClose, onDone }: { order: Order; onClose: () => void; onDone: () => void }) {
  const shown = useShownOrder(order)
  const { mutate: close, isPending, error } = useCloseRefundCase()
  const submit = (said: FormData) =>
    close(
      { order: shown.order, wanted: { reason: String(said.get('reason') ?? '') } },
      { onSuccess: onDone, onError: shown.lookAgain },
    )
  return (
    <OrderDialog
      shown={shown}
      title="Keep the money"
      act="Settle without a refund"
      busy={isPending}
      error={error}
      failure="Failed to close the refund case"
      onClose={onClose}
      onSubmit={submit}
    >
      <Field label="Reason" name="reason" required maxLength={MAX_TEXT.reason} autoComplete="off" />
    </OrderDialog>
  )
}
