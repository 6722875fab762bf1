import type { Order } from '@shop/language/order/api'
import { type FormEvent, useState } from 'react'
import { useInBrowser } from '../lib/in-browser.ts'
import { formatMoney } from '../lib/money.ts'
import { Button } from '../ui/button.tsx'
import { DoneNote } from '../ui/done-note.tsx'
import { Note } from '../ui/note.tsx'
import { BoxButtons, focusAtFirst, QuestionBox } from '../ui/question-box.tsx'
import { ChangeRefused } from './change-refused.tsx'
import { type ChosenPieces, countOf, linesOf } from './chosen-pieces.ts'
import { isChangeable, isReturnable, leftToRefund } from './money-words.ts'
import { longDate } from './order-dates.ts'
import { useCancelOrder, useReturnPieces } from './orders-api.ts'
import { PiecesChoice } from './pieces-choice.tsx'
import { ReasonFields } from './reason-fields.tsx'
import { reasonIn } from './reason-words.ts'
import { useShownOrder } from './use-shown-order.ts'

export function OrderActs({ order }: { order: Order }) {
  const [step, setStep] = useState<'closed' | 'cancel' | 'return' | 'kept'>('closed')
  const shown = useShownOrder(order)
  const cancel = useCancelOrder()
  const back = useReturnPieces()
  // The server draws the page without the current time, so only the browser knows whether returns are still open.
  const isHere = useInBrowser()
  const possible = isChangeable(order) ? 'cancel' : isHere && isReturnable(order, new Date()) ? 'return' : undefined
  const done = cancel.isSuccess ? 'Your order is cancelled.' : back.isSuccess ? 'Return requested.' : undefined
  const isOpen = possible !== undefined && step === possible && !done
  const refused = cancel.error ?? back.error
  if (!possible && !done && !refused) return null
  const open = () => {
    cancel.reset()
    back.reset()
    shown.open(order)
    setStep(possible ?? 'closed')
  }
  const keep = () => setStep('kept')
  return (
    <div className="mt-8 grid gap-4 border-t border-raw pt-3.5">
      {done && <DoneNote key={done}>{done}</DoneNote>}
      {!done && !isOpen && <ChangeRefused error={refused} shown={shown} />}
      {possible && !isOpen && (
        <Button
          ref={step === 'kept' ? focusAtFirst : undefined}
          variant="outline"
          small
          className="justify-self-start"
          onClick={open}
        >
          {possible === 'cancel' ? 'Cancel order' : 'Return pieces'}
        </Button>
      )}
      {isOpen && possible === 'cancel' && <CancelOrder shown={shown} act={cancel} onKeep={keep} />}
      {isOpen && possible === 'return' && <ReturnPieces shown={shown} act={back} onKeep={keep} />}
    </div>
  )
}

type ActProps<Act> = { shown: ReturnType<typeof useShownOrder>; act: Act; onKeep: () => void }

function CancelOrder({ shown, act, onKeep }: ActProps<ReturnType<typeof useCancelOrder>>) {
  const { order, lookAgain } = shown
  const { mutate: cancel, isPending, error } = act
  const left = leftToRefund(order)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const wanted = reasonIn(new FormData(event.currentTarget))
    if (!isPending) cancel({ order, wanted }, { onError: lookAgain })
  }
  return (
    <QuestionBox title="Cancel this order?">
      <form onSubmit={submit} className="grid gap-4">
        <p className="text-rinse">
          If you cancel, we send nothing
          {left > 0 && ` and refund ${formatMoney(left)} to your ${order.paymentMethod} account`}.
        </p>
        <ReasonFields />
        <ChangeRefused error={error} shown={shown} />
        <BoxButtons act="Cancel order" busy={isPending} busyLabel="Cancelling…" keep="Keep order" onKeep={onKeep} />
      </form>
    </QuestionBox>
  )
}

function ReturnPieces({ shown, act, onKeep }: ActProps<ReturnType<typeof useReturnPieces>>) {
  const { order, lookAgain } = shown
  const [chosen, setChosen] = useState<ChosenPieces>({})
  const [isMissing, setMissing] = useState(false)
  const { mutate: send, isPending, error } = act
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const why = reasonIn(new FormData(event.currentTarget))
    setMissing(countOf(chosen) === 0)
    if (countOf(chosen) > 0 && !isPending)
      send({ order, wanted: { lines: linesOf(chosen), ...why } }, { onError: lookAgain })
  }
  return (
    <QuestionBox title="Return pieces">
      <form onSubmit={submit} className="grid gap-4">
        <p className="text-rinse">
          You can return pieces until {longDate(order.returnUntil)}. Once they arrive, we refund what you paid for them.
          The money goes to your {order.paymentMethod} account.
        </p>
        <PiecesChoice
          legend="Pieces to return"
          items={order.orderItems}
          mostOf={({ returnable }) => returnable}
          chosen={chosen}
          onChoose={setChosen}
        />
        {isMissing && countOf(chosen) === 0 && (
          <Note tone="bad">
            <p>Choose at least one piece.</p>
          </Note>
        )}
        <ReasonFields required />
        <ChangeRefused error={error} shown={shown} />
        <BoxButtons act="Request return" busy={isPending} busyLabel="Sending…" onKeep={onKeep} />
      </form>
    </QuestionBox>
  )
}
