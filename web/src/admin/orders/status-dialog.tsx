import { MAX_TEXT } from '@shop/language/api/limits'
import type { OrderStatus } from '@shop/language/api/order-status'
import type { Order } from '@shop/language/api/orders'
import { shortId } from '../../orders/order-texts.ts'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import { useChangeStatus } from './admin-orders-api.ts'

type DialogProps = {
  order: Order
  to: OrderStatus
  /** Called when the status has changed, and when it stays. */
  onClose: () => void
}

/** Confirms a change of status. What is on its way may have a tracking number, which its customer sees. */
export function StatusDialog({ order: { _id, status, trackingNumber = '' }, to, onClose }: DialogProps) {
  const { mutate: change, isPending, error } = useChangeStatus()
  const submit = (said: FormData) => {
    const reason = String(said.get('reason') ?? '').trim()
    const number = said.get('trackingNumber')
    change(
      {
        id: _id,
        status: to,
        ...(reason !== '' && { reason }),
        ...(number !== null && number !== trackingNumber && { trackingNumber: String(number).trim() }),
      },
      { onSuccess: onClose },
    )
  }
  return (
    <FormDialog
      title={`Change to ${to}`}
      act="Change status"
      busy={isPending}
      error={error}
      failure="Failed to update order status"
      onClose={onClose}
      onSubmit={submit}
    >
      <p className="text-rinse">
        Order {shortId(_id)} is {status} now.
      </p>
      {(to === 'Shipped' || to === 'Delivered') && (
        <Field
          label="Tracking number"
          name="trackingNumber"
          maxLength={MAX_TEXT.word}
          autoComplete="off"
          defaultValue={trackingNumber}
          hint="Optional. Its customer sees it."
        />
      )}
      <Field
        label="Reason"
        name="reason"
        maxLength={MAX_TEXT.reason}
        autoComplete="off"
        hint="Optional. The order's history keeps it, for admins."
      />
    </FormDialog>
  )
}
