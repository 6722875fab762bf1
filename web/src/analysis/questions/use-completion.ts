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

  const choose = (index: number) => setOpen({ ...open, chosen: index % suggestions.length })
  const takeChosen = suggestions[chosen] && (() => take(suggestions[chosen]!))
  const actions: Readonly<Record<string, (() => void) | undefined>> = {
    ArrowDown: () => choose(chosen + 1),
    ArrowUp: () => choose(Math.max(chosen, 0) + suggestions.length - 1),
    Escape: close,
    Enter: takeChosen,
    Tab: takeChosen,
  }

  return {
    suggestions,
    chosen,
    look,
    take,
    close,
    pressed(event: KeyboardEvent): boolean {
      const isAsked = event.key === ' ' && event.ctrlKey
      const act = isAsked ? () => look(true) : suggestions.length > 0 && actions[event.key]
      if (!act) return false
      act()
      event.preventDefault()
      return true
    },
  }
}
