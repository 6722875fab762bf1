import type { AnalysisStatus } from '@shop/language/analysis/api'
import type { Consistency } from '@shop/language/shop/api'

type Get = <T>(path: string) => Promise<T>

/**
 * The newest event that the admin's pages include, and how many later events the log has. KurrentDB cannot count events, so for a log in
 * KurrentDB the newest event comes from the analysts' copy. The second check shows whether the pages include this event.
 */
export async function pagesAsOf(get: Get): Promise<Consistency> {
  const pages = await get<Consistency>('/api/admin/consistency')
  if (pages.event !== null || pages.behind !== 0) return pages
  const event = await newestCopied(get)
  if (event === null) return pages
  const later = await get<Consistency>('/api/admin/consistency')
  return later.behind === 0 ? { event, behind: 0 } : later
}

/** Null without a copy, or while the copy is behind. */
async function newestCopied(get: Get): Promise<number | null> {
  try {
    const { event, behind, building } = await get<AnalysisStatus>('/api/analysis/status')
    return building || behind !== 0 ? null : event
  } catch {
    // A shop without analysis answers 503.
    return null
  }
}
