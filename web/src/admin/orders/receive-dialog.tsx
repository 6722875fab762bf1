import type { Order, Return } from '@shop/language/api/orders'
import { useState } from 'react'
import { type ChosenPieces, linesOf } from '../../orders/chosen-pieces.ts'
import { PiecesChoice } from '../../orders/pieces-choice.tsx'
import { useShownOrder } from '../../orders/use-shown-order.ts'
import { Field } from '../../ui/field.tsx'
import { useReceiveReturn } from './admin-orders-api.ts'
import { OrderDialog } from './order-dialog.tsx'

/** Says what of a return came back, what of that can be sold again, and what goes back for it. */
export function ReceiveDialog({
  order: opened,
  back,
  onClose,
  onDone,
}: {
  order: Order
  back: Return
  onClose: () => void
  onDone: () => void
}) {
  const shown = useShownOrder(opened)
  const { order } = shown
  const asked = Object.fromEntries(back.lines.map(({ line, quantity }) => [line, quantity]))
  const [received, setReceived] = useState<ChosenPieces>(asked)
  const [restocked, setRestocked] = useState<ChosenPieces>(asked)
  /** No more can be sold again than came back. */
  const sellable = Object.fromEntries(
    back.lines.map(({ line }) => [line, Math.min(restocked[line] ?? 0, received[line] ?? 0)]),
  )
  const { mutate: receive, isPending, error } = useReceiveReturn()
  const submit = (said: FormData) => {
    const amount = String(said.get('amount') ?? '').trim()
    const lines = linesOf(received).map((came) => ({ ...came, restocked: sellable[came.line] ?? 0 }))
    const wanted = { returnId: back._id, lines, ...(amount !== '' && { amount: Number(amount) }) }
    receive({ order, wanted }, { onSuccess: onDone, onError: shown.lookAgain })
  }
  return (
    <OrderDialog
      shown={shown}
      title="Receive the return"
      act="Receive"
      busy={isPending}
      error={error}
      failure="Failed to receive the return"
      onClose={onClose}
      onSubmit={submit}
    >
      <PiecesChoice
        legend="Pieces that came back"
        items={order.orderItems}
        mostOf={(_, line) => asked[line] ?? 0}
        chosen={received}
        onChoose={setReceived}
      />
      <PiecesChoice
        legend="Of these, back into stock"
        items={order.orderItems}
        mostOf={(_, line) => received[line] ?? 0}
        chosen={sellable}
        onChoose={setRestocked}
      />
      <Field
        label="Refund in dollars"
        name="amount"
        type="number"
        min={0}
        max={order.refundable ?? 0}
        step={0.01}
        inputMode="decimal"
        hint="Empty: what was paid for these pieces"
      />
    </OrderDialog>
  )
}
