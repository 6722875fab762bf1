import { MAX_TEXT } from '@shop/language/limits'
import { useState } from 'react'
import { Field } from '../ui/field.tsx'
import { SelectField } from '../ui/select-box.tsx'
import { reasonWords } from './reason-words.ts'

type ReasonProps = {
  required?: boolean
  /** Whether every reason needs details. By default, only "Other" needs details. */
  wordsRequired?: boolean
  hint?: string
}

export function ReasonFields({ required = false, wordsRequired = false, hint }: ReasonProps) {
  const [chosen, setChosen] = useState('')
  const needsWords = wordsRequired || chosen === 'other'
  return (
    <>
      <SelectField
        label={required ? 'Reason' : 'Reason (optional)'}
        name="chosenReason"
        required={required}
        value={chosen}
        onChange={({ target }) => setChosen(target.value)}
        choices={reasonChoices}
      />
      <Field
        label={needsWords ? 'Details' : 'Details (optional)'}
        name="reason"
        required={needsWords}
        maxLength={MAX_TEXT.reason}
        autoComplete="off"
        hint={hint}
      />
    </>
  )
}

export const reasonChoices = [
  { value: '', label: 'Choose a reason' },
  ...Object.entries(reasonWords).map(([value, label]) => ({ value, label })),
]
