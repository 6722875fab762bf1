import type { KeyboardEvent } from 'react'

/** A barcode scanner types Enter after each code, so Enter goes to the next field of the fieldset and does not submit the form. */
export function goToNextField(event: KeyboardEvent<HTMLInputElement>) {
  if (event.key !== 'Enter') return
  event.preventDefault()
  const field = event.currentTarget
  const fields = [...(field.closest('fieldset')?.querySelectorAll('input') ?? [])]
  // The last field stays: a second scan replaces its number.
  const next = fields[fields.indexOf(field) + 1] ?? field
  next.focus()
  next.select()
}
