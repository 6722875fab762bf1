import type { Checkout } from '@shop/language/checkout/api'
import { useState } from 'react'
import { ApiError, messageOf } from '../lib/api.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Note, NoteButton } from '../ui/note.tsx'
import { focusAtFirst, QuestionBox } from '../ui/question-box.tsx'
import { type Bought, boughtAlready } from './bought-already.tsx'
import { lookUpCheckout, useCancelCheckout } from './checkout-api.ts'

type CancelCheckoutProps = {
  checkout: Checkout
  onCancelled: () => void
  /** Called if the checkout was paid meanwhile and has become an order. */
  onBought: (bought: Bought) => void
}

/** Lets customers release their held pieces early (decisions K1). */
export function CancelCheckout({ checkout, onCancelled, onBought }: CancelCheckoutProps) {
  const [step, setStep] = useState<'closed' | 'asked' | 'kept'>('closed')
  const { mutate, isPending, error, reset } = useCancelCheckout()
  if (step !== 'asked')
    return (
      <Button
        ref={step === 'kept' ? focusAtFirst : undefined}
        variant="quiet"
        small
        className="justify-self-start"
        onClick={() => {
          reset()
          setStep('asked')
        }}
      >
        Cancel this checkout
      </Button>
    )
  const cancel = () =>
    mutate(checkout._id, {
      onSuccess: onCancelled,
      onError: (refusal) => {
        const bought = boughtAlready(refusal)
        if (bought) onBought(bought)
      },
    })
  const keep = async () => {
    const isAnswerLost = error instanceof ApiError && !error.isRefusal
    // Without an answer here too, the question stays open.
    const now = isAnswerLost ? await lookUpCheckout(checkout._id).catch(() => undefined) : checkout
    if (now?.status === 'abandoned') onCancelled()
    else if (now) setStep('kept')
  }
  return (
    <QuestionBox title="Cancel this checkout?">
      <p className="text-rinse">
        If you cancel, we no longer hold your pieces, and others can buy them. Nothing is charged, and your cart stays
        as it is.
      </p>
      {error && (
        <Note tone="bad">
          <p>{messageOf(error, 'The shop did not answer. Try again.')}</p>
        </Note>
      )}
      <div className="flex flex-wrap gap-2">
        <Button small busy={isPending} busyLabel="Cancelling…" onClick={cancel}>
          Cancel checkout
        </Button>
        <Button small variant="outline" onClick={keep}>
          Keep my pieces
        </Button>
      </div>
    </QuestionBox>
  )
}

export const CheckoutCancelled = ({ onStartAgain }: { onStartAgain: () => void }) => (
  <Note
    tone="ok"
    action={
      <div className="flex flex-wrap gap-3">
        <NoteButton onClick={onStartAgain}>Start again</NoteButton>
        <ButtonLink to="/collections/all" variant="outline" small>
          Continue shopping
        </ButtonLink>
      </div>
    }
  >
    <p className="font-semibold">Your checkout is cancelled.</p>
    <p>Nothing was charged, and your pieces are no longer held. Your cart stays as it is.</p>
  </Note>
)
