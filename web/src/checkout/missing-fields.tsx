import type { ShippingAddress } from '@shop/language/api/address'
import { type AddressNeed, missingIn } from '@shop/language/api/parcel-needs'
import { useEffect, useRef, useState } from 'react'
import { addressLabels } from '../orders/address-fields.tsx'
import { lacksState } from '../orders/address-rules.ts'
import { Button } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'

/** What a parcel needs, and the state where the country has one. */
type Asked = AddressNeed | 'state'

/** What an empty field asks for at a second look. */
export const ASKS: Readonly<Record<Asked, string>> = {
  firstName: 'Enter a first name',
  lastName: 'Enter a last name',
  address: 'Enter a street address',
  city: 'Enter a city',
  state: 'Enter a state or province',
  postalCode: 'Enter a postal code',
  country: 'Enter a country',
}

/** A double click is one press. */
const SAME_PRESS_MS = 800

/**
 * Asks once for what a parcel needs and the form does not have; whoever presses again goes on without it
 * (decisions P16).
 */
export function useMissingFields() {
  const [missing, setMissing] = useState<readonly Asked[]>([])
  const askedAtMs = useRef<number>(undefined)

  return {
    missing,
    /** Whether the form may go on with this address; else it has been asked for what is missing. */
    isEnough(address: ShippingAddress): boolean {
      const lacking: readonly Asked[] = [...missingIn(address), ...(lacksState(address) ? (['state'] as const) : [])]
      if (lacking.length === 0) return true
      const now = performance.now()
      askedAtMs.current ??= now
      if (now - askedAtMs.current > SAME_PRESS_MS) return true
      // A new list also at the second click of a double click, which has taken the focus back to the button.
      setMissing(lacking)
      return false
    },
    /** Something was typed into this field. */
    found: (name: keyof ShippingAddress) => setMissing((before) => before.filter((field) => field !== name)),
    /** All fields were filled in at once. */
    allFound: () => setMissing([]),
  }
}

/**
 * What is missing, below the button that was pressed, so that this stays where it is; it is focused, so that it is in view and read
 * out.
 */
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
      <Note
        tone="warn"
        action={
          <Button variant="outline" small onClick={fillIn}>
            {`Fill in ${addressLabels[first]}`}
          </Button>
        }
      >
        <p>
          We cannot deliver without {listed(missing)}. Add them now, or press Continue to Payment again and add them
          later.
        </p>
      </Note>
    </div>
  )
}

/** A field that was filled in shortens the list too, and keeps the focus. */
const isTyping = () => document.activeElement instanceof HTMLInputElement

/** "City and Country", "City, Postal Code and Country". */
function listed(fields: readonly Asked[]): string {
  const names = fields.map((field) => addressLabels[field])
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : names.join('')
}
