import { MAX_TEXT } from '@shop/language/limits'
import type { Order } from '@shop/language/order/api'
import { useState } from 'react'
import { formatMoney } from '../../lib/money.ts'
import { piecesInWords } from '../../orders/money-words.ts'
import { shortId } from '../../orders/order-texts.ts'
import { ReasonFields } from '../../orders/reason-fields.tsx'
import { reasonIn } from '../../orders/reason-words.ts'
import { useShownOrder } from '../../orders/use-shown-order.ts'
import { DollarField } from '../../ui/field.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { customerOf } from '../parts/customer-of.ts'
import { useChangeStatus } from './admin-orders-api.ts'
import { OrderDialog } from './order-dialog.tsx'

export function CancelDialog({ order: opened, onClose }: { order: Order; onClose: () => void }) {
  const shown = useShownOrder(opened)
  const { order } = shown
  const { leftToShip, refundable: left = 0 } = order
  const user = customerOf(order)
  const [refund, setRefund] = useState<RefundChoice>('all')
  const [amount, setAmount] = useState('')
  const [restock, setRestock] = useState(true)
  const { mutate: change, isPending, error } = useChangeStatus()
  const sum = left === 0 ? 0 : refund === 'all' ? left : refund === 'some' ? Number(amount) : 0
  const submit = (said: FormData) => {
    const message = String(said.get('message') ?? '').trim()
    change(
      {
        order,
        status: 'Cancelled',
        ...(left > 0 && (refund === 'all' || refund === 'none') && { refund }),
        ...(left > 0 && refund === 'some' && { refundAmount: Number(amount) }),
        ...(leftToShip > 0 && { restock }),
        ...(message && { message }),
        ...reasonIn(said),
      },
      { onSuccess: onClose, onError: shown.lookAgain },
    )
  }
  return (
    <OrderDialog
      shown={shown}
      title="Cancel order"
      act={sum > 0 ? `Cancel and refund ${formatMoney(sum)}` : 'Cancel order'}
      keep="Keep order"
      busy={isPending}
      error={error}
      failure="Failed to update order status"
      onClose={onClose}
      onSubmit={submit}
    >
      <p className="text-rinse">
        Order {shortId(order._id)} is {order.status} now.
      </p>
      {left > 0 && (
        <CancelRefund left={left} choice={refund} onChoose={setRefund} amount={amount} onAmount={setAmount} />
      )}
      {leftToShip > 0 && (
        <label className="flex min-h-11 items-center gap-2.5 text-[0.90625rem]">
          <input
            type="checkbox"
            className="tick"
            checked={restock}
            onChange={({ target }) => setRestock(target.checked)}
          />
          Put {piecesInWords([{ quantity: leftToShip }])} back into stock
        </label>
      )}
      {isSent(order) && (
        <p className="text-rinse">Pieces that were sent go back into stock when you have received them.</p>
      )}
      {user && (
        <TextArea
          label={`Message to ${user.name} (optional)`}
          name="message"
          rows={2}
          maxLength={MAX_TEXT.reason}
          hint={`${user.name} gets an email that the order is cancelled, with this message.`}
        />
      )}
      <ReasonFields
        wordsRequired={refund === 'none' && left > 0}
        hint="The customer sees the reason. The details stay in the order's history, for admins."
      />
    </OrderDialog>
  )
}

const isSent = ({ orderItems }: Order) => orderItems.some(({ shipped }) => shipped > 0)

type RefundChoice = 'all' | 'some' | 'none' | 'later'

type ChoiceProps = {
  /** The amount that can still be refunded. */
  left: number
  choice: RefundChoice
  onChoose: (choice: RefundChoice) => void
  amount: string
  onAmount: (amount: string) => void
}

function CancelRefund({ left, choice, onChoose, amount, onAmount }: ChoiceProps) {
  const choices: readonly (readonly [RefundChoice, string])[] = [
    ['all', `Refund all ${formatMoney(left)}`],
    ['some', 'Refund a part'],
    ['none', 'Refund nothing'],
    ['later', 'Decide later. The order shows “Refund due” until then'],
  ]
  return (
    <fieldset>
      <legend className="mb-1 text-[0.84375rem] font-[550]">Refund</legend>
      {choices.map(([value, label]) => (
        <div key={value}>
          <label className="flex min-h-11 items-center gap-2.5 text-[0.90625rem] lg:min-h-9">
            <input
              type="radio"
              name="refund"
              className="tick"
              checked={choice === value}
              onChange={() => onChoose(value)}
            />
            {label}
          </label>
          {value === 'some' && choice === 'some' && (
            <DollarField
              label="Amount in dollars"
              name="refundAmount"
              className="mb-2 ml-7"
              min={0.01}
              max={left}
              required
              value={amount}
              onChange={({ target }) => onAmount(target.value)}
              hint={`At most ${formatMoney(left)}. The rest is kept.`}
            />
          )}
        </div>
      ))}
    </fieldset>
  )
}
