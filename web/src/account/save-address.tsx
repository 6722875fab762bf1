import type { ShippingAddress } from '@shop/language/address/api'
import type { FormEvent } from 'react'
import { useSaveAddress } from '../orders/address-book-api.ts'
import { addressIn } from '../orders/address-fields.tsx'
import { ParcelAddressFields } from '../orders/parcel-address.tsx'
import { ActFailure } from '../ui/act-failure.tsx'
import { BoxButtons, QuestionBox } from '../ui/question-box.tsx'
import { entryFailure } from './entry-failure.ts'

type SaveProps = {
  id?: string
  address: ShippingAddress
  onSaved: () => void
  onKeep: () => void
}

export function SaveAddress({ id, address, onSaved, onKeep }: SaveProps) {
  const { mutate: save, isPending, error } = useSaveAddress()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = addressIn(new FormData(event.currentTarget), address)
    if (!isPending) save({ address: given, ...(id && { id }) }, { onSuccess: onSaved })
  }
  return (
    <QuestionBox title={id ? 'Change the address' : 'New address'} level="h4">
      <form onSubmit={submit} className="grid gap-4">
        <ParcelAddressFields address={address} error={error} />
        {error && <ActFailure error={error}>{entryFailure(error)}</ActFailure>}
        <BoxButtons act="Save address" busy={isPending} busyLabel="Saving…" onKeep={onKeep} />
      </form>
    </QuestionBox>
  )
}
