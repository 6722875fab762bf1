import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { X } from '../../ui/icons/icons.tsx'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { withTyped } from './chip-values.ts'

type ChipsProps = {
  label: string
  values: readonly string[]
  known: readonly string[]
  error: string | undefined
  onChange: (values: readonly string[]) => void
  /** Describes the pieces that would be lost with this value. If there are any, the user must confirm the removal. */
  lostWith?: (value: string) => ReactNode
}

export function ChipsField({ label, values, known, error, onChange, lostWith }: ChipsProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState<string>()
  const add = (text: string) => {
    setTyped('')
    const next = withTyped(values, text, known)
    if (next.length > values.length) onChange(next)
  }
  const ask = (value: string) => (lostWith?.(value) ? setAsked(value) : remove(value))
  const remove = (value: string) => {
    onChange(values.filter((one) => one !== value))
    // The value's Remove button is gone, so the input gets the focus.
    input.current?.focus()
  }
  const pressed = (event: KeyboardEvent) => {
    const last = values.at(-1)
    if (event.key === 'Enter') {
      event.preventDefault()
      add(typed)
    } else if (event.key === 'Backspace' && !typed && last !== undefined) ask(last)
  }
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-[0.84375rem] leading-[1.3] font-[550]">
        {label}
      </label>
      <div className="grid gap-2">
        {values.length > 0 && <Chips values={values} onRemove={ask} />}
        <input
          ref={input}
          id={id}
          className="input-box"
          list={`${id}-known`}
          autoComplete="off"
          placeholder="Type and press Enter"
          aria-invalid={error ? true : undefined}
          aria-describedby={error && `${id}-error`}
          value={typed}
          onChange={({ target }) => (target.value.includes(',') ? add(target.value) : setTyped(target.value))}
          onKeyDown={pressed}
          onBlur={() => add(typed)}
        />
        <datalist id={`${id}-known`}>
          {known
            .filter((name) => !values.includes(name))
            .map((name) => (
              <option key={name} value={name} />
            ))}
        </datalist>
      </div>
      {asked !== undefined && (
        <ConfirmDialog
          question={`Remove ${asked}?`}
          act={`Remove ${asked}`}
          onKeep={() => setAsked(undefined)}
          onAct={() => remove(asked)}
        >
          {lostWith?.(asked)}
        </ConfirmDialog>
      )}
      {error && (
        <p id={`${id}-error`} className="mt-1.5 text-[0.84375rem] text-bad">
          {error}
        </p>
      )}
    </div>
  )
}

type ListProps = { values: readonly string[]; onRemove: (value: string) => void }

const Chips = ({ values, onRemove }: ListProps) => (
  <ul className="flex flex-wrap gap-1.5">
    {values.map((value) => (
      <li key={value} className="inline-flex items-center border border-worn bg-chalk pl-2.5">
        <span className="wrap-anywhere">{value}</span>
        <button
          type="button"
          className="inline-flex size-11 items-center justify-center text-rinse hover:text-bad lg:size-8"
          aria-label={`Remove ${value}`}
          onClick={() => onRemove(value)}
        >
          <X />
        </button>
      </li>
    ))}
  </ul>
)
