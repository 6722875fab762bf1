import type { Order, Return } from '@shop/language/order/api'
import { useState } from 'react'
import { formatMoney } from '../../lib/money.ts'
import { type ChosenPieces, countOf, linesOf } from '../../orders/chosen-pieces.ts'
import { PiecesChoice } from '../../orders/pieces-choice.tsx'
import { reasonChoices } from '../../orders/reason-fields.tsx'
import { reasonIn } from '../../orders/reason-words.ts'
import { useShownOrder } from '../../orders/use-shown-order.ts'
import { DollarField } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-box.tsx'
import { useReceiveReturn } from './admin-orders-api.ts'
import { OrderDialog } from './order-dialog.tsx'
import { paidFor, refundableOf } from './refund-sums.ts'

type DialogProps = { order: Order; back: Return; onClose: () => void; onDone: () => void }

export function ReceiveDialog({ order: opened, back, onClose, onDone }: DialogProps) {
  const shown = useShownOrder(opened)
  const { order } = shown
  const left = order.refundable ?? 0
  const asked = Object.fromEntries(back.lines.map(({ line, quantity }) => [line, quantity]))
  const [received, setReceived] = useState<ChosenPieces>(asked)
  const [restocked, setRestocked] = useState<ChosenPieces>(asked)
  const [amount, setAmount] = useState('')
  const sellable = Object.fromEntries(
    back.lines.map(({ line }) => [line, Math.min(restocked[line] ?? 0, received[line] ?? 0)]),
  )
  // A cancelled order is refunded through its refund case, not for the received pieces.
  const worth = back.ofCancellation ? 0 : Math.min(paidFor(order, refundableOf(order, received)), left)
  const sum = amount === '' ? worth : Number(amount)
  const { mutate: receive, isPending, error } = useReceiveReturn()
  const submit = (said: FormData) => {
    const lines = linesOf(received).map((came) => ({ ...came, restocked: sellable[came.line] ?? 0 }))
    const wanted = { returnId: back._id, lines, ...(amount !== '' && { amount: Number(amount) }), ...reasonIn(said) }
    receive({ order, wanted }, { onSuccess: onDone, onError: shown.lookAgain })
  }
  const act = countOf(received) > 0 ? 'Receive' : 'Close the return'
  return (
    <OrderDialog
      shown={shown}
      title="Receive the return"
      act={sum > 0 ? `${act} and refund ${formatMoney(sum)}` : act}
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
        legend="Pieces to put back into stock"
        items={order.orderItems}
        mostOf={(_, line) => received[line] ?? 0}
        chosen={sellable}
        onChoose={setRestocked}
      />
      <ReasonFound back={back} />
      {left > 0 && (
        <DollarField
          label="Refund in dollars"
          name="amount"
          min={0}
          max={left}
          value={amount}
          onChange={({ target }) => setAmount(target.value)}
          hint={emptyMeans(back, worth)}
        />
      )}
    </OrderDialog>
  )
}

const emptyMeans = ({ ofCancellation }: Return, worth: number) =>
  ofCancellation
    ? 'Leave empty to refund nothing now. The payment of a cancelled order is refunded separately'
    : `Leave empty to refund ${formatMoney(worth)}, the price paid for these pieces`

/** Starts with the customer's reason, but the received pieces may show another reason. */
function ReasonFound({ back: { chosenReason, reason } }: { back: Return }) {
  const hint = [
    reason && `The customer wrote: ${reason}`,
    chosenReason ? 'Change it if the pieces came back for another reason.' : 'Optional. Why did the pieces come back?',
  ]
  return (
    <SelectField
      label="Reason"
      name="chosenReason"
      defaultValue={chosenReason ?? ''}
      choices={reasonChoices}
      hint={hint.filter(Boolean).join(' · ')}
    />
  )
}
