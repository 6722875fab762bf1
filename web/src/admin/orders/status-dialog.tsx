import { MAX_TEXT } from '@shop/language/limits'
import type { Order } from '@shop/language/order/api'
import type { OrderStatus } from '@shop/language/order/status'
import { shortId } from '../../orders/order-texts.ts'
import { useShownOrder } from '../../orders/use-shown-order.ts'
import { Field } from '../../ui/field.tsx'
import { customerOf } from '../parts/customer-of.ts'
import { useChangeStatus } from './admin-orders-api.ts'
import { OrderDialog } from './order-dialog.tsx'

type DialogProps = {
  order: Order
  to: Exclude<OrderStatus, 'Cancelled'>
  /** Also called if the status was not changed. */
  onClose: () => void
}

export function StatusDialog({ order, to, onClose }: DialogProps) {
  const shown = useShownOrder(order)
  const { _id, status, statusLocked, trackingNumber = '' } = shown.order
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
  const act = to === status ? 'Save tracking number' : to === 'Processing' ? 'Set to Processing' : `Mark as ${to}`
  return (
    <OrderDialog
      shown={shown}
      title={act}
      act={statusLocked ? undefined : act}
      keep="Keep as it is"
      busy={isPending}
      error={error}
      failure="Failed to update order status"
      onClose={onClose}
      onSubmit={submit}
    >
      <p className="text-rinse">
        Order {shortId(_id)} is {status} now. {statusLocked ? `${statusLocked}.` : whatFollows(shown.order, to)}
      </p>
      {!statusLocked && (
        <>
          {to !== 'Processing' && (
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
            hint="Optional. Only admins see it, in the order's history."
          />
        </>
      )}
    </OrderDialog>
  )
}

const whatFollows = (order: Order, to: OrderStatus) => {
  const { status, refundDue } = order
  const customer = customerOf(order)
  return [
    status === 'Cancelled' &&
      'This undoes the cancellation. Pieces that went back into stock are taken from stock again.',
    status === 'Cancelled' && refundDue && 'After that, no refund is due.',
    customer && (to !== 'Processing' || status === 'Cancelled') && `${customer.name} gets an email.`,
  ]
    .filter(Boolean)
    .join(' ')
}
