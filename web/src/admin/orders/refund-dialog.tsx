import { MAX_TEXT } from '@shop/language/api/limits'
import type { Order, Refund } from '@shop/language/api/orders'
import { useState } from 'react'
import { formatMoney } from '../../lib/money.ts'
import { type ChosenPieces, countOf, linesOf } from '../../orders/chosen-pieces.ts'
import { PiecesChoice } from '../../orders/pieces-choice.tsx'
import { useShownOrder } from '../../orders/use-shown-order.ts'
import { Field } from '../../ui/field.tsx'
import { useRefund } from './admin-orders-api.ts'
import { OrderDialog } from './order-dialog.tsx'

/** Refunds pieces, an amount, or all that is left. */
export function RefundDialog({
  order: opened,
  onClose,
  onDone,
}: {
  order: Order
  onClose: () => void
  onDone: (refund: Refund) => void
}) {
  const [chosen, setChosen] = useState<ChosenPieces>({})
  const shown = useShownOrder(opened)
  const { order } = shown
  const { mutate: refund, isPending, error } = useRefund()
  const left = order.refundable ?? 0
  const submit = (said: FormData) => {
    const amount = String(said.get('amount') ?? '').trim()
    const wanted = {
      reason: String(said.get('reason') ?? ''),
      ...(countOf(chosen) > 0 && { lines: linesOf(chosen) }),
      ...(amount !== '' && { amount: Number(amount) }),
    }
    refund({ order, wanted }, { onSuccess: (after) => onDone(after.refund), onError: shown.lookAgain })
  }
  return (
    <OrderDialog
      shown={shown}
      title="Refund this order"
      act="Refund"
      busy={isPending}
      error={error}
      failure="Failed to refund order"
      onClose={onClose}
      onSubmit={submit}
    >
      <p className="text-rinse">
        {formatMoney(left)} is left of what was paid. Choose pieces, an amount, or nothing for all of it.
      </p>
      <PiecesChoice
        legend="Pieces"
        items={order.orderItems}
        mostOf={({ refundable }) => refundable}
        chosen={chosen}
        onChoose={setChosen}
      />
      <Field
        label="Amount in dollars"
        name="amount"
        type="number"
        min={0.01}
        max={left}
        step={0.01}
        inputMode="decimal"
        hint={
          countOf(chosen) > 0
            ? 'Empty: what was paid for these pieces'
            : `Empty: all that is left, ${formatMoney(left)}`
        }
      />
      <Field label="Reason" name="reason" required maxLength={MAX_TEXT.reason} autoComplete="off" />
    </OrderDialog>
  )
}
