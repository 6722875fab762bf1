import { Search } from 'lucide-react'
import { type ChangeEvent, useEffect, useRef } from 'react'

const PAUSE_MS = 250

type FieldProps = {
  label: string
  /** What is searched for now, by whoever asked for it: the field follows when it was not typed here. */
  value: string
  onFind: (words: string) => void
}

/** Asks when the typing pauses. */
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

  const typed = ({ target }: ChangeEvent<HTMLInputElement>) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      asked.current = target.value.trim()
      onFind(asked.current)
    }, PAUSE_MS)
  }

  return (
    <search className="relative block max-w-90 flex-[1_1_240px] md:basis-50">
      <Search aria-hidden className="pointer-events-none absolute top-1/2 left-2.5 -translate-y-1/2" />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={label}
        maxLength={100}
        autoComplete="off"
        defaultValue={value}
        onChange={typed}
        className="input-box pl-9.5!"
      />
    </search>
  )
}
