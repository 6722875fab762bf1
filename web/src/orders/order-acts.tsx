import { MAX_TEXT } from '@shop/language/api/limits'
import type { Order } from '@shop/language/api/orders'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { messageOf } from '../lib/api.ts'
import { useInBrowser } from '../lib/in-browser.ts'
import { formatMoney } from '../lib/money.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Note } from '../ui/note.tsx'
import { type ChosenPieces, countOf, linesOf } from './chosen-pieces.ts'
import { isCancellable, isReturnable } from './money-words.ts'
import { longDate } from './order-dates.ts'
import { useCancelOrder, useReturnPieces } from './orders-api.ts'
import { PiecesChoice } from './pieces-choice.tsx'

/** What a customer can still do about an order: cancel it before it is shipped, send pieces back after that. */
export function OrderActs({ order }: { order: Order }) {
  const [isOpen, setOpen] = useState(false)
  // The time that is over is not known while the page is drawn on the server.
  const isHere = useInBrowser()
  const canCancel = isCancellable(order)
  if (!canCancel && !(isHere && isReturnable(order, new Date()))) return null
  return (
    <div className="mt-8 border-t border-raw pt-3.5">
      {isOpen ? (
        canCancel ? (
          <CancelOrder order={order} onKeep={() => setOpen(false)} />
        ) : (
          <ReturnPieces order={order} onKeep={() => setOpen(false)} />
        )
      ) : (
        <Button variant="outline" small onClick={() => setOpen(true)}>
          {canCancel ? 'Cancel order' : 'Return pieces'}
        </Button>
      )}
    </div>
  )
}

type ActProps = { order: Order; onKeep: () => void }

function CancelOrder({ order, onKeep }: ActProps) {
  const { mutate: cancel, isPending, error } = useCancelOrder(order._id)
  return (
    <Asked title="Cancel this order?">
      <p className="text-rinse">
        Nothing is sent, and {formatMoney(order.totalPrice - order.refundedTotal)} goes back to your{' '}
        {order.paymentMethod} account.
      </p>
      {error && <Refused error={error} />}
      <div className="flex flex-wrap gap-2">
        <Button small busy={isPending} busyLabel="Cancelling…" onClick={() => cancel()}>
          Cancel order
        </Button>
        <Button small variant="outline" onClick={onKeep}>
          Keep order
        </Button>
      </div>
    </Asked>
  )
}

function ReturnPieces({ order, onKeep }: ActProps) {
  const [chosen, setChosen] = useState<ChosenPieces>({})
  const [isMissing, setMissing] = useState(false)
  const { mutate: send, isPending, error } = useReturnPieces(order._id)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const reason = String(new FormData(event.currentTarget).get('reason') ?? '')
    setMissing(countOf(chosen) === 0)
    if (countOf(chosen) > 0 && !isPending) send({ lines: linesOf(chosen), reason }, { onSuccess: onKeep })
  }
  return (
    <Asked title="Return pieces">
      <form onSubmit={submit} className="grid gap-4">
        <p className="text-rinse">
          Until {longDate(order.returnUntil)}. What was paid for them goes back to your {order.paymentMethod} account
          once they are here.
        </p>
        <PiecesChoice
          legend="How many of each"
          items={order.orderItems}
          mostOf={({ returnable }) => returnable}
          chosen={chosen}
          onChoose={setChosen}
        />
        {isMissing && (
          <Note tone="bad">
            <p>Choose at least one piece.</p>
          </Note>
        )}
        <Field label="Reason" name="reason" required maxLength={MAX_TEXT.reason} autoComplete="off" />
        {error && <Refused error={error} />}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" small busy={isPending} busyLabel="Sending…">
            Ask for the return
          </Button>
          <Button small variant="outline" onClick={onKeep}>
            Keep everything
          </Button>
        </div>
      </form>
    </Asked>
  )
}

/** Has the focus when it opens, in the place of the button that was pressed. */
function Asked({ title, children }: { title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="grid max-w-[520px] gap-3.5">
      <h2 ref={heading} tabIndex={-1} className="type-h4">
        {title}
      </h2>
      {children}
    </div>
  )
}

const Refused = ({ error }: { error: Error }) => (
  <Note tone="bad">
    <p>{messageOf(error, 'Failed to update order')}</p>
  </Note>
)
