import { MAX_TEXT } from '@shop/language/limits'
import { type KeyboardEvent, useId } from 'react'
import { numeral } from '../../lib/numeral.ts'

type TextProps = { label: string; hint: string; value: string; onType: (text: string) => void; onRun: () => void }

export function RuleText({ label, hint, value, onType, onRun }: TextProps) {
  const id = useId()
  const pressed = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    onRun()
  }
  const isLong = value.length > MAX_TEXT.sql
  return (
    <div className="mb-4 min-w-0">
      <label htmlFor={id} className="mb-1.5 block text-[13.5px] leading-[1.3] font-[550]">
        {label}
      </label>
      <textarea
        id={id}
        value={value}
        onChange={({ target }) => onType(target.value)}
        onKeyDown={pressed}
        rows={14}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        aria-invalid={isLong || undefined}
        aria-describedby={`${id}-hint`}
        className="sql-text input-box"
      />
      <p id={`${id}-hint`} className={`type-xsmall mt-1 ${isLong ? 'text-bad' : 'text-stone'}`}>
        {isLong ? `A rule has at most ${numeral(MAX_TEXT.sql)} characters` : hint}
      </p>
    </div>
  )
}
