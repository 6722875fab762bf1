import type { AnalysisStatus } from '@shop/language/api/analysis'
import type { Consistency } from '@shop/language/api/read-models'

type Get = <T>(path: string) => Promise<T>

/**
 * As of which event the admin's pages are, and how far behind the log. A log on a server does not count its events, but the analysts'
 * copy of it does, where there is one: if the pages lack nothing after the copy was asked, they have all that was in it.
 */
export async function pagesAsOf(get: Get): Promise<Consistency> {
  const pages = await get<Consistency>('/api/admin/consistency')
  if (pages.event !== null || pages.behind !== 0) return pages
  const event = await newestCopied(get)
  if (event === null) return pages
  const later = await get<Consistency>('/api/admin/consistency')
  return later.behind === 0 ? { event, behind: 0 } : later
}

/** The number of the newest event; null where there is no copy, or it has not got that event yet. */
async function newestCopied(get: Get): Promise<number | null> {
  try {
    const { event, behind, building } = await get<AnalysisStatus>('/api/analysis/status')
    return building || behind !== 0 ? null : event
  } catch {
    // Without analysis its calls are answered with 503.
    return null
  }
}
