import { useState } from 'react'
import { ofTab } from '../../lib/storage.ts'
import { useSession } from '../../session/session-store.ts'

/** Keeps unsaved work in this tab for each page and user, so that a reload loses nothing. */
export function useKeptWork<Work>() {
  const user = useSession((session) => session.user)
  const [key] = useState(() => `unsaved ${user?._id} ${window.location.pathname}`)
  const [found] = useState(() => JSON.parse(ofTab.getItem(key) ?? 'null') as Work | null)
  return {
    found,
    keep: (work: Work) => ofTab.setItem(key, JSON.stringify(work)),
    forget: () => ofTab.removeItem(key),
  }
}
