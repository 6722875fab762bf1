import type { ShippingAddress } from '@shop/language/address/api'
import { type AddressNeed, missingIn } from '@shop/language/address/parcel-needs'
import { useEffect, useRef, useState } from 'react'
import { addressLabels } from '../orders/address-fields.tsx'
import { lacksState } from '../orders/address-rules.ts'
import { Note, NoteButton } from '../ui/note.tsx'

type Asked = AddressNeed | 'state'

export const ASKS: Readonly<Record<Asked, string>> = {
  firstName: 'Enter a first name',
  lastName: 'Enter a last name',
  address: 'Enter a street address',
  city: 'Enter a city',
  state: 'Enter a state or province',
  postalCode: 'Enter a postal code',
  country: 'Enter a country',
}

/** Two presses within this time are one double click. */
const SAME_PRESS_MS = 800

/** Asks once for the missing fields. A second press continues without these fields (decisions P16). */
export function useMissingFields() {
  const [missing, setMissing] = useState<readonly Asked[]>([])
  const askedAtMs = useRef<number>(undefined)

  return {
    missing,
    isEnough(address: ShippingAddress): boolean {
      const lacking: readonly Asked[] = [...missingIn(address), ...(lacksState(address) ? (['state'] as const) : [])]
      if (lacking.length === 0) return true
      const now = performance.now()
      askedAtMs.current ??= now
      if (now - askedAtMs.current > SAME_PRESS_MS) return true
      // The second press of a double click takes the focus from the note. Setting the list again returns the focus.
      setMissing(lacking)
      return false
    },
    filledIn: (name: keyof ShippingAddress) => setMissing((before) => before.filter((field) => field !== name)),
    allFilledIn: () => setMissing([]),
  }
}

export function MissingFields({ missing }: { missing: readonly Asked[] }) {
  const note = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (missing.length > 0 && !isTyping()) note.current?.focus()
  }, [missing])
  const [first] = missing
  if (!first) return null
  const fillIn = () => note.current?.closest('form')?.querySelector<HTMLInputElement>(`input[name=${first}]`)?.focus()
  return (
    <div ref={note} tabIndex={-1}>
      <Note tone="warn" action={<NoteButton onClick={fillIn}>{`Fill in ${addressLabels[first]}`}</NoteButton>}>
        <p>
          We cannot deliver without {listed(missing)}. Add them now, or press Continue to Payment again and add them
          later.
        </p>
      </Note>
    </div>
  )
}

const isTyping = () => document.activeElement instanceof HTMLInputElement

/** For example "City, Postal Code and Country". */
function listed(fields: readonly Asked[]): string {
  const names = fields.map((field) => addressLabels[field])
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : names.join('')
}
