import { SEARCHES_KEY } from './customers-traces.ts'

const MOST = 5

/** What was searched for last in this browser, the newest first. */
export function lastSearches(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(SEARCHES_KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter((term) => typeof term === 'string').slice(0, MOST) : []
  } catch {
    return []
  }
}

export function rememberSearch(term: string) {
  const others = lastSearches().filter((other) => other.toLowerCase() !== term.toLowerCase())
  localStorage.setItem(SEARCHES_KEY, JSON.stringify([term, ...others].slice(0, MOST)))
}
