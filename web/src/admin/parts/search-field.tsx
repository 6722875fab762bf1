import { Search } from 'lucide-react'
import { type ChangeEvent, useEffect, useRef } from 'react'

const PAUSE_MS = 250

/** Asks when the typing pauses. */
export function SearchField({
  label,
  value,
  onFind,
}: {
  label: string
  value: string
  onFind: (words: string) => void
}) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const typed = ({ target }: ChangeEvent<HTMLInputElement>) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(onFind, PAUSE_MS, target.value)
  }

  return (
    <search className="relative block max-w-90 flex-[1_1_240px]">
      <Search aria-hidden className="pointer-events-none absolute top-1/2 left-2.5 -translate-y-1/2" />
      <input
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
