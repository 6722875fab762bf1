import { SEARCHES_KEY } from './customers-traces.ts'
import { lasting } from './storage.ts'

const MOST = 5

/** Newest first. */
export function lastSearches(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(lasting.getItem(SEARCHES_KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter((term) => typeof term === 'string').slice(0, MOST) : []
  } catch {
    return []
  }
}

export function rememberSearch(term: string) {
  const others = lastSearches().filter((other) => other.toLowerCase() !== term.toLowerCase())
  lasting.setItem(SEARCHES_KEY, JSON.stringify([term, ...others].slice(0, MOST)))
}
