import type { Order } from '@shop/language/order/api'
import { useState } from 'react'
import { addressIn } from '../../orders/address-fields.tsx'
import { isChangeable } from '../../orders/money-words.ts'
import { ParcelAddressFields } from '../../orders/parcel-address.tsx'
import { useShownOrder } from '../../orders/use-shown-order.ts'
import { DoneNote } from '../../ui/done-note.tsx'
import { AdminButton } from '../parts/admin-button.tsx'
import { useChangeAddress } from './admin-orders-api.ts'
import { OrderDialog } from './order-dialog.tsx'

/** The address of an erased customer no longer exists, so no button is shown. */
export function AddressChange({ order }: { order: Order }) {
  const [step, setStep] = useState<'closed' | 'open' | 'done'>('closed')
  const canChange = isChangeable(order) && order.user?._id !== undefined
  // If the order is shipped while the dialog is open, the dialog stays open and reports the change.
  if (!canChange && step !== 'open') return null
  return (
    <div className="mt-4">
      {step === 'done' && <DoneNote>The address is saved.</DoneNote>}
      {canChange && (
        <AdminButton variant="outline" onClick={() => setStep('open')}>
          {order.incompleteAddress ? 'Complete address…' : 'Change address…'}
        </AdminButton>
      )}
      {step === 'open' && (
        <AddressDialog order={order} onClose={() => setStep('closed')} onDone={() => setStep('done')} />
      )}
    </div>
  )
}

type DialogProps = { order: Order; onClose: () => void; onDone: () => void }

function AddressDialog({ order, onClose, onDone }: DialogProps) {
  const shown = useShownOrder(order)
  const { shippingAddress, user } = shown.order
  const { mutate: save, isPending, error } = useChangeAddress()
  const submit = (said: FormData) =>
    save(
      { order: shown.order, wanted: addressIn(said, shippingAddress) },
      { onSuccess: onDone, onError: shown.lookAgain },
    )
  return (
    <OrderDialog
      shown={shown}
      title="Delivery address"
      act="Save address"
      busy={isPending}
      error={error}
      failure="Failed to update order"
      onClose={onClose}
      onSubmit={submit}
    >
      <p className="text-rinse">
        {user?.name} sees the address too. You can change the address until the order is shipped.
      </p>
      <ParcelAddressFields address={shippingAddress} error={error} ofAnother />
    </OrderDialog>
  )
}
