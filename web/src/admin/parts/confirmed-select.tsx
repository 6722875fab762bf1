import { type ComponentProps, type ReactNode, useState } from 'react'
import { SelectBox } from '../../ui/select-box.tsx'
import { AdminButton } from './admin-button.tsx'
import { useFocusAfter } from './use-focus-after.ts'

type SelectProps<Value extends string> = Pick<ComponentProps<typeof SelectBox>, 'choices' | 'disabled'> & {
  id: string
  label: string
  value: Value
  /** Returns a confirmation dialog, which calls `onEnd` after the answer. */
  ask: (to: Value, onEnd: () => void) => ReactNode
}

/** A choice takes effect only after “Change…” and a confirmation, because each press of an arrow key chooses another value. */
export function ConfirmedSelect<Value extends string>({ id, label, value, ask, ...box }: SelectProps<Value>) {
  const [to, setTo] = useState<Value>()
  const [isAsked, setAsked] = useState(false)
  const focusAfter = useFocusAfter()
  const end = () => {
    setAsked(false)
    setTo(undefined)
    focusAfter(id)
  }
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <SelectBox
        {...box}
        id={id}
        aria-label={label}
        value={to ?? value}
        onChange={({ target }) => setTo(target.value as Value)}
      />
      {to && to !== value && (
        <AdminButton variant="outline" className="px-3!" onClick={() => setAsked(true)}>
          Change…
        </AdminButton>
      )}
      {to && isAsked && ask(to, end)}
    </span>
  )
}
