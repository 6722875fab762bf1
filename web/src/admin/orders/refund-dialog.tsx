import type { Order, OrderedItem, Refund } from '@shop/language/order/api'
import { useState } from 'react'
import { choiceOf } from '../../cart/choice.ts'
import { formatMoney } from '../../lib/money.ts'
import { type ChosenPieces, countOf, linesOf } from '../../orders/chosen-pieces.ts'
import { PiecesChoice } from '../../orders/pieces-choice.tsx'
import { ReasonFields } from '../../orders/reason-fields.tsx'
import { reasonIn } from '../../orders/reason-words.ts'
import { useShownOrder } from '../../orders/use-shown-order.ts'
import { DollarField } from '../../ui/field.tsx'
import { CasesOfOrder } from '../cases/cases-of-order.tsx'
import { useRefund } from './admin-orders-api.ts'
import { OrderDialog } from './order-dialog.tsx'
import { allRefundable, paidFor, withUnsent } from './refund-sums.ts'

type DialogProps = { order: Order; onClose: () => void; onDone: (refund: Refund) => void }

export function RefundDialog({ order: opened, onClose, onDone }: DialogProps) {
  const shown = useShownOrder(opened)
  const { order } = shown
  const left = order.refundable ?? 0
  const [chosen, setChosen] = useState<ChosenPieces>({})
  const [amount, setAmount] = useState('')
  const [restock, setRestock] = useState<Readonly<Record<number, boolean>>>({})
  const { mutate: refund, isPending, error } = useRefund()
  const isByPieces = countOf(chosen) > 0
  const worth = paidFor(order, chosen)
  const sum = amount === '' ? (isByPieces ? worth : left) : Number(amount)
  const isAll = sum === left
  const pieces = isAll ? (isByPieces ? withUnsent(order, chosen) : allRefundable(order)) : chosen
  const goesBack = (item: OrderedItem, line: number) => restock[line] ?? item.toShip > 0
  const submit = (said: FormData) => {
    const lines = linesOf(pieces).flatMap(({ line, quantity }) => {
      const item = order.orderItems[line]
      return item ? { line, quantity, restock: goesBack(item, line) } : []
    })
    const wanted = {
      ...reasonIn(said),
      ...(lines.length > 0 && { lines }),
      // Without an amount, the shop calculates the price paid for the pieces.
      ...((amount !== '' || isAll) && { amount: sum }),
    }
    refund({ order, wanted }, { onSuccess: (after) => onDone(after.refund), onError: shown.lookAgain })
  }
  return (
    <OrderDialog
      shown={shown}
      title="Refund this order"
      act={sum > 0 ? `Refund ${formatMoney(sum)}` : 'Refund'}
      busy={isPending}
      error={error}
      failure="Failed to refund order"
      onClose={onClose}
      onSubmit={submit}
    >
      <CasesOfOrder orderId={order._id} />
      <p className="text-rinse">
        {formatMoney(left)} can still be refunded. Choose pieces or type an amount. Leave both empty to refund all{' '}
        {formatMoney(left)}.
      </p>
      <PiecesChoice
        legend="Pieces"
        items={order.orderItems}
        mostOf={({ refundable }) => refundable}
        chosen={chosen}
        onChoose={setChosen}
        more={(item, line) =>
          (pieces[line] ?? 0) > 0 && (
            <BackIntoStock
              item={item}
              isOn={goesBack(item, line)}
              onChange={(isOn) => setRestock({ ...restock, [line]: isOn })}
            />
          )
        }
      />
      {isAll && order.orderItems.some(({ toShip }) => toShip > 0) && (
        <p className="text-rinse">This is all that is left, so nothing more will be shipped.</p>
      )}
      <DollarField
        label="Amount in dollars"
        name="amount"
        min={0.01}
        max={left}
        required={isByPieces && worth > left}
        value={amount}
        onChange={({ target }) => setAmount(target.value)}
        hint={amountHint({ isByPieces, worth, left })}
      />
      <ReasonFields required hint="The customer sees the reason. The details are for admins." />
    </OrderDialog>
  )
}

type Sums = { isByPieces: boolean; worth: number; left: number }

function amountHint({ isByPieces, worth, left }: Sums) {
  if (!isByPieces) return `Leave empty to refund all ${formatMoney(left)}`
  if (worth <= left) return `Leave empty to refund ${formatMoney(worth)}, the price paid for these pieces`
  return `${formatMoney(worth)} was paid for these pieces, but only ${formatMoney(left)} can still be refunded. Type an amount`
}

type StockProps = { item: OrderedItem; isOn: boolean; onChange: (isOn: boolean) => void }

const BackIntoStock = ({ item, isOn, onChange }: StockProps) => (
  <label className="flex min-h-11 w-full items-center gap-2.5 text-[0.90625rem]">
    <input
      type="checkbox"
      className="tick"
      checked={isOn}
      aria-label={`Back into stock: ${[item.name, choiceOf(item)].filter(Boolean).join(', ')}`}
      onChange={({ target }) => onChange(target.checked)}
    />
    Back into stock
    <span className="type-xsmall text-stone">{item.toShip > 0 ? 'not sent yet' : 'already sent'}</span>
  </label>
)
