import { MAX_TEXT } from '@shop/language/limits'
import type { Order } from '@shop/language/order/api'
import type { OrderStatus } from '@shop/language/order/status'
import { useState } from 'react'
import { formatMoney } from '../../lib/money.ts'
import { hasNothingToShip } from '../../orders/money-words.ts'
import { shortId } from '../../orders/order-texts.ts'
import { ReasonFields } from '../../orders/reason-fields.tsx'
import { reasonIn } from '../../orders/reason-words.ts'
import { Field } from '../../ui/field.tsx'
import { customerOf } from '../parts/customer-of.ts'
import { FormDialog } from '../parts/form-dialog.tsx'
import { goToNextField } from '../parts/next-field.ts'
import type { StatusesChanged, useChangeStatuses } from './admin-orders-api.ts'
import { CancelRefund, type RefundChoice } from './cancel-refund.tsx'

type DialogProps = {
  orders: readonly Order[]
  to: OrderStatus
  change: ReturnType<typeof useChangeStatuses>
  onDone: (outcome: StatusesChanged) => void
  onClose: () => void
}

/** If the shop refuses to change one order, it still changes the other orders. */
export function ChosenStatusDialog({ orders: chosen, to, change, onDone, onClose }: DialogProps) {
  // Later updates of the list do not change this selection.
  const [orders] = useState(chosen)
  const [refund, setRefund] = useState<RefundChoice>('all')
  const toShip = to === 'Shipped' ? orders.filter((order) => order.status !== to && !hasNothingToShip(order)) : []
  const left = to === 'Cancelled' ? leftOf(orders) : 0
  const submit = (said: FormData) => {
    change.mutate(
      {
        orders,
        status: to,
        trackingNumbers: numbersIn(said, toShip),
        ...reasonIn(said),
        ...(left > 0 && (refund === 'all' || refund === 'none') && { refund }),
      },
      {
        onSuccess: (outcome) => {
          onDone(outcome)
          onClose()
        },
      },
    )
  }
  const count = orders.length
  return (
    <FormDialog
      title={count === 1 ? `Mark 1 order as ${to}` : `Mark ${count} orders as ${to}`}
      act={left > 0 && refund === 'all' ? `Cancel and refund ${formatMoney(left)}` : `Mark as ${to}`}
      keep={count === 1 ? 'Keep it as it is' : 'Keep them as they are'}
      busy={change.isPending}
      error={change.error}
      failure="Failed to update order status"
      onClose={onClose}
      onSubmit={submit}
    >
      <p className="num text-rinse">{orders.map(({ _id }) => shortId(_id)).join(', ')}</p>
      <p className="text-rinse">{whatFollows(orders, to)}</p>
      {toShip.length > 0 && <TrackingNumbers orders={toShip} />}
      {left > 0 && <CancelRefund left={left} choice={refund} onChoose={setRefund} />}
      {to === 'Cancelled' ? (
        <ReasonFields
          wordsRequired={refund === 'none' && left > 0}
          hint="The customers see the reason. The details stay in the history of each order, for admins."
        />
      ) : (
        <Field
          label="Reason"
          name="reason"
          maxLength={MAX_TEXT.reason}
          autoComplete="off"
          hint="Optional. Only admins see it, in the history of each order."
        />
      )}
    </FormDialog>
  )
}

function TrackingNumbers({ orders }: { orders: readonly Order[] }) {
  return (
    <fieldset>
      <legend className="mb-1 text-[0.84375rem] font-[550]">Tracking numbers (optional)</legend>
      <p className="type-xsmall mb-3 text-stone">The customers see them.</p>
      <div className="grid gap-3">
        {orders.map((order) => (
          <Field
            key={order._id}
            label={[shortId(order._id), customerOf(order)?.name].filter(Boolean).join(', ')}
            name={numberOf(order)}
            maxLength={MAX_TEXT.word}
            autoComplete="off"
            defaultValue={order.trackingNumber}
            onKeyDown={goToNextField}
          />
        ))}
      </div>
    </fieldset>
  )
}

const numberOf = ({ _id }: Order) => `trackingNumber ${_id}`

/** Only the numbers that the admin has changed. */
const numbersIn = (said: FormData, orders: readonly Order[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    orders
      .map((order) => [order._id, String(said.get(numberOf(order))).trim(), order.trackingNumber ?? ''] as const)
      .filter(([, typed, before]) => typed !== before),
  )

/** The amount that can be refunded when the orders are cancelled. */
const leftOf = (orders: readonly Order[]) =>
  orders.reduce((sum, { status, refundable = 0 }) => (status === 'Cancelled' ? sum : sum + refundable), 0)

function whatFollows(orders: readonly Order[], to: OrderStatus) {
  const skipped = orders.filter(hasNothingToShip).length
  const incomplete = orders.filter(({ incompleteAddress }) => incompleteAddress).length
  const sentences = {
    Processing: '',
    Delivered: 'The customers get an email.',
    Cancelled: 'The customers get an email. Pieces that were not sent go back into stock.',
    Shipped: [
      'The customers get an email.',
      skipped > 0 &&
        `${skipped === 1 ? '1 order has nothing left to ship and keeps its' : `${skipped} orders have nothing left to ship and keep their`} status.`,
      incomplete > 0 && `${incomplete === 1 ? '1 address is' : `${incomplete} addresses are`} incomplete.`,
    ]
      .filter(Boolean)
      .join(' '),
  }
  return sentences[to]
}
