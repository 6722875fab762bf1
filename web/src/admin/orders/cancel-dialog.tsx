import { MAX_TEXT } from '@shop/language/limits'
import type { Order } from '@shop/language/order/api'
import { useState } from 'react'
import { formatMoney } from '../../lib/money.ts'
import { piecesInWords } from '../../orders/money-words.ts'
import { shortId } from '../../orders/order-texts.ts'
import { ReasonFields } from '../../orders/reason-fields.tsx'
import { reasonIn } from '../../orders/reason-words.ts'
import { useShownOrder } from '../../orders/use-shown-order.ts'
import { TextArea } from '../../ui/text-area.tsx'
import { customerOf } from '../parts/customer-of.ts'
import { useChangeStatus } from './admin-orders-api.ts'
import { CancelRefund, type RefundChoice } from './cancel-refund.tsx'
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
        <CancelRefund left={left} choice={refund} onChoose={setRefund} part={{ amount, onAmount: setAmount }} />
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
