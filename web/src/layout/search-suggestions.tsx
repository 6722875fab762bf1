import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { lastSearches } from '../lib/last-searches.ts'
import { usePaused } from '../lib/paused.ts'
import { catalogQueries } from '../products/catalog-api.ts'
import { SuggestionList } from '../ui/suggestion-list.tsx'
import type { Suggestion } from '../ui/use-chosen-suggestion.ts'
import { suggestionsOf } from './suggestions-of.ts'

const PAUSE_MS = 150

type SuggestionsProps = {
  id: string
  term: string
  suggestions: readonly Suggestion[]
  /** -1 if none is chosen. */
  chosen: number
  onSuggestions: (suggestions: readonly Suggestion[]) => void
  onGo: (to: string) => void
}

/** The search box gets the suggestions too, so that its arrow keys can choose a suggestion. */
export function SearchSuggestions({ id, term, suggestions, chosen, onSuggestions, onGo }: SuggestionsProps) {
  const [last] = useState(lastSearches)
  const asked = usePaused(term.trim(), PAUSE_MS)
  const { data } = useQuery(catalogQueries.suggestions(asked))
  const answered = asked === term.trim() ? data : undefined
  useEffect(() => onSuggestions(suggestionsOf(term, last, answered)), [term, last, answered, onSuggestions])
  return (
    <SuggestionList
      id={id}
      label="Suggestions"
      suggestions={suggestions}
      chosen={chosen}
      className="wrap absolute inset-x-0 top-full z-20 border-b border-raw bg-bleach pb-4"
      onGo={onGo}
    />
  )
}
