import { type KeyboardEvent, useState } from 'react'
import { useCopyStatus } from '../analysis-status.ts'
import { type Suggestion, suggestionsFor, type Word, wordAt } from './completion.ts'
import { trailTables } from './trail-tables.ts'
import type { Draft } from './use-draft.ts'

const SHORTEST = 2
const NOTHING = { suggestions: [] as readonly Suggestion[], chosen: -1 }

type Open = Readonly<{ word?: Word; suggestions: readonly Suggestion[]; chosen: number }>

/** While no suggestion is chosen, Enter and Tab keep their usual effect. */
export function useCompletion({ area, replace }: Draft) {
  const { status } = useCopyStatus()
  const [open, setOpen] = useState<Open>(NOTHING)
  const { word, suggestions, chosen } = open
  const close = () => setOpen(NOTHING)

  /** `isAsked`: the user pressed Ctrl+Space. */
  function look(isAsked = false) {
    const element = area.current
    const word =
      element && element.selectionStart === element.selectionEnd
        ? wordAt(element.value, element.selectionEnd)
        : undefined
    const isWanted = word && (isAsked || word.text.length >= SHORTEST || word.text === '$')
    if (!word || !isWanted || !status) return close()
    const tables = [...status.tables, ...trailTables]
    setOpen({ word, suggestions: suggestionsFor(word.text, element!.value, tables), chosen: isAsked ? 0 : -1 })
  }

  function take({ name }: Suggestion) {
    if (word) replace(name, word.start, word.start + word.text.length)
    close()
  }

  return {
    suggestions,
    chosen,
    look,
    take,
    close,
    pressed(event: KeyboardEvent): boolean {
      if (event.key === ' ' && event.ctrlKey) look(true)
      else if (suggestions.length === 0) return false
      else if (event.key === 'ArrowDown') setOpen({ ...open, chosen: (chosen + 1) % suggestions.length })
      else if (event.key === 'ArrowUp')
        setOpen({ ...open, chosen: (Math.max(chosen, 0) + suggestions.length - 1) % suggestions.length })
      else if (event.key === 'Escape') close()
      else if ((event.key === 'Enter' || event.key === 'Tab') && suggestions[chosen]) take(suggestions[chosen])
      else return false
      event.preventDefault()
      return true
    },
  }
}
