import { MAX_TEXT } from '@shop/language/api/limits'
import type { Order, Refund } from '@shop/language/api/orders'
import { useState } from 'react'
import { formatMoney } from '../../lib/money.ts'
import { type ChosenPieces, countOf, linesOf } from '../../orders/chosen-pieces.ts'
import { PiecesChoice } from '../../orders/pieces-choice.tsx'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import { useRefund } from './admin-orders-api.ts'

/** Refunds pieces, an amount, or all that is left. */
export function RefundDialog({
  order,
  onClose,
  onDone,
}: {
  order: Order
  onClose: () => void
  onDone: (refund: Refund) => void
}) {
  const [chosen, setChosen] = useState<ChosenPieces>({})
  const { mutate: refund, isPending, error } = useRefund(order._id)
  const left = order.refundable ?? 0
  const submit = (said: FormData) => {
    const amount = String(said.get('amount') ?? '').trim()
    const body = {
      reason: String(said.get('reason') ?? ''),
      ...(countOf(chosen) > 0 && { lines: linesOf(chosen) }),
      ...(amount !== '' && { amount: Number(amount) }),
    }
    refund(body, { onSuccess: (after) => onDone(after.refund) })
  }
  return (
    <FormDialog
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
    </FormDialog>
  )
}
