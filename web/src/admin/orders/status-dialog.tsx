import { MAX_TEXT } from '@shop/language/api/limits'
import type { OrderStatus } from '@shop/language/api/order-status'
import type { Order } from '@shop/language/api/orders'
import { shortId } from '../../orders/order-texts.ts'
import { useShownOrder } from '../../orders/use-shown-order.ts'
import { Field } from '../../ui/field.tsx'
import { useChangeStatus } from './admin-orders-api.ts'
import { OrderDialog } from './order-dialog.tsx'

type DialogProps = {
  order: Order
  to: OrderStatus
  /** Called when the status has changed, and when it stays. */
  onClose: () => void
}

/** Confirms a change of status. What is on its way may have a tracking number, which the customer sees. */
export function StatusDialog({ order, to, onClose }: DialogProps) {
  const shown = useShownOrder(order)
  const { _id, status, user, trackingNumber = '' } = shown.order
  const { mutate: change, isPending, error } = useChangeStatus()
  const submit = (said: FormData) => {
    const reason = String(said.get('reason') ?? '').trim()
    const number = said.get('trackingNumber')
    change(
      {
        order: shown.order,
        status: to,
        ...(reason !== '' && { reason }),
        ...(number !== null && number !== trackingNumber && { trackingNumber: String(number).trim() }),
      },
      { onSuccess: onClose, onError: shown.lookAgain },
    )
  }
  return (
    <OrderDialog
      shown={shown}
      title={`Mark as ${to}`}
      act={`Mark as ${to}`}
      keep="Keep as it is"
      busy={isPending}
      error={error}
      failure="Failed to update order status"
      onClose={onClose}
      onSubmit={submit}
    >
      <p className="text-rinse">
        Order {shortId(_id)} is {status} now. {user && to !== 'Processing' && `${user.name} gets a mail.`}
      </p>
      {(to === 'Shipped' || to === 'Delivered') && (
        <Field
          label="Tracking number"
          name="trackingNumber"
          maxLength={MAX_TEXT.word}
          autoComplete="off"
          defaultValue={trackingNumber}
          hint="Optional. The customer sees it."
        />
      )}
      <Field
        label="Reason"
        name="reason"
        maxLength={MAX_TEXT.reason}
        autoComplete="off"
        hint="Optional. The order's history keeps it, for admins."
      />
    </OrderDialog>
  )
}
