import { useSyncExternalStore } from 'react'
import { create } from 'zustand'

const NOTICED_AFTER_MS = 300
/** After this a page's code counts as failed. */
const LIMIT_MS = 30_000

const usePageLoading = create(() => ({ isLong: false }))

/** Loads a page's code and announces it when that takes long; meanwhile the router shows the previous page. */
export async function awaitPage<Page>(load: () => Promise<Page>): Promise<Page> {
  const notice = setTimeout(() => usePageLoading.setState({ isLong: true }), NOTICED_AFTER_MS)
  let end: ReturnType<typeof setTimeout> | undefined
  const limit = new Promise<never>((_, reject) => {
    end = setTimeout(() => reject(new Error('The page did not come')), LIMIT_MS)
  })
  try {
    return await Promise.race([load(), limit])
  } finally {
    clearTimeout(notice)
    clearTimeout(end)
    usePageLoading.setState({ isLong: false })
  }
}

/** Says at the window's foot that a page takes long to come, or that there is no connection; what has failed is asked again when it is back. */
export function PageLoading() {
  const isLong = usePageLoading((loading) => loading.isLong)
  const isOffline = useSyncExternalStore(
    onConnection,
    () => !navigator.onLine,
    () => false,
  )
  return (
    <p
      role="status"
      className={
        isLong || isOffline ? 'type-small fixed bottom-0 left-(--tape) z-20 bg-raw px-4 py-2.5 text-bleach' : 'sr-only'
      }
    >
      {isOffline ? 'You are offline.' : isLong && 'Loading...'}
    </p>
  )
}

function onConnection(changed: () => void) {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}
