import { type Country, countriesFor, countriesOfTheWorld, countryOf } from '@shop/language/address/countries'
import { type ComponentProps, useEffect, useId, useRef, useState } from 'react'
import { Field } from '../ui/field.tsx'
import { SuggestionList } from '../ui/suggestion-list.tsx'
import { useChosenSuggestion } from '../ui/use-chosen-suggestion.ts'

type FieldProps = Omit<ComponentProps<typeof Field>, 'ref' | 'onInput' | 'onBlur'> & {
  onInput: (country: string) => void
  onBlur: (form: HTMLFormElement | null) => void
}

/**
 * Chooses a country by a part of its name or by its code (ARIA's combobox with a list). Leaving the field or pressing Enter replaces a
 * code, or another name of a country, by the country's name in the list.
 */
export function CountryField({ onInput, onBlur, ...props }: FieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const list = useId()
  const [offered, setOffered] = useState<readonly Country[]>([])
  const suggestions = offered.map(({ code, name }) => ({ key: code, to: name, label: name, note: code }))
  const { place, chosen, forget, onKeyDown, box } = useChosenSuggestion(suggestions, list)
  useEffect(() => {
    if (place >= 0) document.getElementById(`${list}-${place}`)?.scrollIntoView({ block: 'nearest' })
  }, [list, place])

  const close = () => {
    setOffered([])
    forget()
  }
  const write = (name: string) => {
    if (!input.current || input.current.value === name) return
    input.current.value = name
    // The form must see the name as if the user had typed it.
    input.current.dispatchEvent(new Event('input', { bubbles: true }))
  }
  const writeName = (typed: string) => write(countryOf(typed)?.name ?? typed)
  const choose = (name: string) => {
    write(name)
    close()
  }
  return (
    <div className="relative">
      <Field
        {...props}
        {...box}
        type="text"
        autoComplete={props.autoComplete}
        maxLength={props.maxLength}
        ref={input}
        onInput={({ currentTarget: { value } }) => {
          forget()
          setOffered(value.trim() === '' || countryOf(value)?.name === value ? [] : countriesFor(value))
          onInput(value)
        }}
        onClick={() => setOffered(offered.length > 0 ? [] : countriesOfTheWorld())}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown' && offered.length === 0) setOffered(countriesOfTheWorld())
          if (event.key === 'Escape' && offered.length > 0) {
            // Escape closes the list, not the dialog around it.
            event.preventDefault()
            event.stopPropagation()
            close()
          }
          if (event.key === 'Enter' && chosen) {
            event.preventDefault()
            choose(chosen.to)
          } else if (event.key === 'Enter') writeName(event.currentTarget.value)
          onKeyDown(event)
        }}
        onBlur={({ currentTarget: { value, form } }) => {
          close()
          writeName(value)
          onBlur(form)
        }}
      />
      <SuggestionList
        id={list}
        label="Countries"
        suggestions={suggestions}
        chosen={place}
        className="absolute inset-x-0 top-full z-20 max-h-66 overflow-y-auto border border-worn bg-bleach py-1"
        onGo={choose}
      />
    </div>
  )
}
