import type { User } from '@shop/language/account/api'
import type { SavedAddress } from '@shop/language/address/answers'
import type { ShippingAddress } from '@shop/language/address/api'
import { MOST_ADDRESSES } from '@shop/language/limits'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { addressBook, useRemoveAddress, useSaveAddress, withoutId } from '../orders/address-book-api.ts'
import { addressIn } from '../orders/address-fields.tsx'
import { AddressLines, addressLines } from '../orders/address-lines.tsx'
import { addressNamed } from '../orders/first-address.ts'
import { ParcelAddressFields } from '../orders/parcel-address.tsx'
import { ActFailure } from '../ui/act-failure.tsx'
import { Button } from '../ui/button.tsx'
import { DoneNote } from '../ui/done-note.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { BoxButtons, focusAtFirst, QuestionBox } from '../ui/question-box.tsx'
import { Loading, SkeletonBar } from '../ui/skeleton.tsx'
import { AccountAct } from './account-act.tsx'
import { entryFailure } from './entry-failure.ts'

export function SavedAddresses({ user }: { user: User }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <AccountAct
      title="Addresses"
      says={`Save up to ${MOST_ADDRESSES} addresses to choose from at checkout.`}
      opener="Show addresses"
      isOpen={isOpen}
      onOpen={() => setOpen(true)}
    >
      <Book user={user} />
    </AccountAct>
  )
}

function Book({ user }: { user: User }) {
  const { data: book, error, refetch } = useQuery(addressBook)
  const [asked, setAsked] = useState<{ id?: string; address: ShippingAddress }>()
  const [wasAsked, setWasAsked] = useState(false)
  const [done, setDone] = useState<string>()
  const remove = useRemoveAddress()
  if (!book && error) return <LoadFailure error={error} fallback="Failed to fetch your addresses" onRetry={refetch} />
  if (!book)
    return (
      <Loading>
        <SkeletonBar className="w-2/3" />
      </Loading>
    )
  const ask = (address: ShippingAddress, id?: string) => {
    remove.reset()
    setDone(undefined)
    setAsked({ address, ...(id && { id }) })
    setWasAsked(true)
  }
  if (asked)
    return (
      <SaveAddress
        {...asked}
        onSaved={() => {
          setAsked(undefined)
          setDone('The address is saved.')
        }}
        onKeep={() => setAsked(undefined)}
      />
    )
  return (
    <>
      {done && <DoneNote key={done}>{done}</DoneNote>}
      {remove.error && <ActFailure error={remove.error}>{entryFailure(remove.error)}</ActFailure>}
      {book.length === 0 && <p className="mb-4 text-rinse">No address is saved yet.</p>}
      <ul className={book.length > 0 ? 'mb-4 border-t border-hair' : 'hidden'}>
        {book.map((one) => (
          <Entry
            key={one._id}
            one={one}
            isRemoving={remove.isPending && remove.variables === one._id}
            onChange={() => ask(withoutId(one), one._id)}
            onRemove={() => {
              setDone(undefined)
              if (!remove.isPending)
                remove.mutate(one._id, { onSuccess: () => setDone(`${one.address}, ${one.city} is removed.`) })
            }}
          />
        ))}
      </ul>
      {book.length < MOST_ADDRESSES && (
        <Button
          ref={wasAsked && !done ? focusAtFirst : undefined}
          variant="outline"
          small
          onClick={() => ask(addressNamed(user.name))}
        >
          Add an address
        </Button>
      )}
    </>
  )
}

type EntryProps = { one: SavedAddress; isRemoving: boolean; onChange: () => void; onRemove: () => void }

function Entry({ one, isRemoving, onChange, onRemove }: EntryProps) {
  const place = `${one.address}, ${one.city}`
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 border-b border-hair py-3.5">
      <p className="min-w-0 flex-1 basis-56">
        <AddressLines lines={addressLines(one)} />
      </p>
      <div className="flex gap-2">
        <Button variant="outline" small aria-label={`Change the address ${place}`} onClick={onChange}>
          Change
        </Button>
        <Button
          variant="outline"
          small
          busy={isRemoving}
          busyLabel="Removing…"
          aria-label={`Remove the address ${place}`}
          onClick={onRemove}
        >
          Remove
        </Button>
      </div>
    </li>
  )
}

type SaveProps = {
  id?: string
  address: ShippingAddress
  onSaved: () => void
  onKeep: () => void
}

function SaveAddress({ id, address, onSaved, onKeep }: SaveProps) {
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
