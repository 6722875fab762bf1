import type { Order } from '@shop/language/order/api'
import { type FormEvent, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { DoneNote } from '../ui/done-note.tsx'
import { BoxButtons, focusAtFirst, QuestionBox } from '../ui/question-box.tsx'
import { addressIn } from './address-fields.tsx'
import { ChangeRefused } from './change-refused.tsx'
import { isChangeable } from './money-words.ts'
import { useChangeAddress } from './orders-api.ts'
import { isComplete, ParcelAddressFields } from './parcel-address.tsx'
import { useShownOrder } from './use-shown-order.ts'

/** While the address is incomplete, the form is open (decisions P16). */
export function OrderAddress({ order }: { order: Order }) {
  const [step, setStep] = useState<'closed' | 'open' | 'kept'>('closed')
  const shown = useShownOrder(order)
  const act = useChangeAddress()
  if (!isChangeable(order)) return act.error && <ChangeRefused error={act.error} shown={shown} />
  const isKnown = isComplete(order.shippingAddress)
  const open = () => {
    act.reset()
    shown.open(order)
    setStep('open')
  }
  const isOpen = !isKnown || step === 'open'
  return (
    <div className="mt-6">
      {isKnown && act.isSuccess && <DoneNote>Your address is saved.</DoneNote>}
      {isOpen ? (
        <AddressForm
          shown={shown}
          act={act}
          onDone={() => setStep('closed')}
          onKeep={isKnown ? () => setStep('kept') : undefined}
        />
      ) : (
        <Button ref={step === 'kept' ? focusAtFirst : undefined} variant="outline" small onClick={open}>
          Change address
        </Button>
      )}
    </div>
  )
}

type FormProps = {
  shown: ReturnType<typeof useShownOrder>
  act: ReturnType<typeof useChangeAddress>
  onDone: () => void
  /** Undefined while the address is incomplete. */
  onKeep: (() => void) | undefined
}

function AddressForm({ shown, act, onDone, onKeep }: FormProps) {
  const { order, lookAgain } = shown
  const { mutate: save, isPending, error } = act
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const wanted = addressIn(new FormData(event.currentTarget), order.shippingAddress)
    if (!isPending) save({ order, wanted }, { onSuccess: onDone, onError: lookAgain })
  }
  return (
    <QuestionBox title="Where should we send it?" isOpened={onKeep !== undefined}>
      <form onSubmit={submit} className="grid gap-4">
        <p className="text-rinse">
          {onKeep
            ? 'You can change the address until your order is shipped.'
            : 'We cannot deliver without a full address. The phone is optional. The postal code is optional in countries that have none.'}
        </p>
        <ParcelAddressFields address={order.shippingAddress} error={error} />
        <ChangeRefused error={error} shown={shown} />
        <BoxButtons act="Save address" busy={isPending} busyLabel="Saving…" onKeep={onKeep} />
      </form>
    </QuestionBox>
  )
}
