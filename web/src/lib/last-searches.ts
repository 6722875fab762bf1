const KEY = 'lastSearches'
const MOST = 5

/** What was searched for last in this browser, the newest first. */
export function lastSearches(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter((term) => typeof term === 'string').slice(0, MOST) : []
  } catch {
    return []
  }
}

export function rememberSearch(term: string) {
  const others = lastSearches().filter((other) => other.toLowerCase() !== term.toLowerCase())
  localStorage.setItem(KEY, JSON.stringify([term, ...others].slice(0, MOST)))
}

/** The next person at this browser is shown nothing of it (decisions C7). */
export const forgetSearches = () => localStorage.removeItem(KEY)
