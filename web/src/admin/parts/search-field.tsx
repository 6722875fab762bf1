import { MAX_TEXT } from '@shop/language/limits'
import { useEffect, useRef } from 'react'
import { Search } from '../../ui/icons/icons.tsx'

const PAUSE_MS = 250

type FieldProps = {
  label: string
  /** The field follows changes from outside. */
  value: string
  onFind: (words: string) => void
}

export function SearchField({ label, value, onFind }: FieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const asked = useRef(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (value === asked.current) return
    asked.current = value
    if (input.current) input.current.value = value
  }, [value])

  const find = () => {
    clearTimeout(timer.current)
    timer.current = undefined
    asked.current = input.current?.value.trim() ?? ''
    onFind(asked.current)
  }
  const typed = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(find, PAUSE_MS)
  }
  // Runs a pending search now. While another page loads, a later search would bring the user back to the list.
  const left = () => timer.current !== undefined && find()

  return (
    <search className="relative block max-w-90 flex-[1_1_240px] md:basis-50">
      <Search className="pointer-events-none absolute top-1/2 left-2.5 -translate-y-1/2" />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={label}
        maxLength={MAX_TEXT.search}
        autoComplete="off"
        defaultValue={value}
        onChange={typed}
        onBlur={left}
        className="input-box pl-9.5!"
      />
    </search>
  )
}
