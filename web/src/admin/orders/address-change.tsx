import type { Order } from '@shop/language/api/orders'
import { useState } from 'react'
import { addressIn } from '../../orders/address-fields.tsx'
import { isInWork } from '../../orders/money-words.ts'
import { ParcelAddressFields } from '../../orders/parcel-address.tsx'
import { DoneNote } from '../../ui/done-note.tsx'
import { AdminButton } from '../parts/admin-button.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import { useChangeAddress } from './admin-orders-api.ts'

/** Completes or corrects the address of an order that is not shipped yet; that of an erased customer is gone for good. */
export function AddressChange({ order }: { order: Order }) {
  const [step, setStep] = useState<'closed' | 'open' | 'done'>('closed')
  if (!isInWork(order) || !order.user) return null
  return (
    <div className="mt-4">
      {step === 'done' && <DoneNote>The address is saved.</DoneNote>}
      <AdminButton variant="outline" onClick={() => setStep('open')}>
        {order.incompleteAddress ? 'Complete address…' : 'Change address…'}
      </AdminButton>
      {step === 'open' && (
        <AddressDialog order={order} onClose={() => setStep('closed')} onDone={() => setStep('done')} />
      )}
    </div>
  )
}

type DialogProps = { order: Order; onClose: () => void; onDone: () => void }

function AddressDialog({ order: { _id, shippingAddress, user }, onClose, onDone }: DialogProps) {
  const { mutate: save, isPending, error } = useChangeAddress(_id)
  return (
    <FormDialog
      title="Where the parcel goes"
      act="Save address"
      busy={isPending}
      error={error}
      failure="Failed to update order"
      onClose={onClose}
      onSubmit={(said) => save(addressIn(said, shippingAddress), { onSuccess: onDone })}
    >
      <p className="text-rinse">{user?.name} sees it too. It can be changed until the order is shipped.</p>
      <ParcelAddressFields address={shippingAddress} error={error} ofAnother />
    </FormDialog>
  )
}
