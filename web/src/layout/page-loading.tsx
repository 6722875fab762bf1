import { useSyncExternalStore } from 'react'
import { create } from 'zustand'

const NOTICED_AFTER_MS = 300
const LIMIT_MS = 30_000
const MOST_TRIES = 3
const PAUSE_MS = 500

const usePageLoading = create(() => ({ isLong: false }))

/** After a failure, retries when the browser is online. Rejects if loading keeps failing despite a connection. */
export async function awaitCode<Code>(load: () => Promise<Code>): Promise<Code> {
  const notice = setTimeout(() => usePageLoading.setState({ isLong: true }), NOTICED_AFTER_MS)
  try {
    for (let tries = 1; ; tries++) {
      try {
        return await withinLimit(load())
      } catch (error) {
        if (navigator.onLine && tries >= MOST_TRIES) throw error
        await connected()
      }
    }
  } finally {
    clearTimeout(notice)
    usePageLoading.setState({ isLong: false })
  }
}

function withinLimit<Code>(loading: Promise<Code>): Promise<Code> {
  return new Promise((resolve, reject) => {
    const end = setTimeout(() => reject(new Error('This page took too long to load')), LIMIT_MS)
    loading.then(resolve, reject).finally(() => clearTimeout(end))
  })
}

const connected = () =>
  new Promise((resolve) => {
    if (navigator.onLine) setTimeout(resolve, PAUSE_MS)
    else window.addEventListener('online', resolve, { once: true })
  })

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
      {isOffline
        ? `You are offline.${isLong ? ' The page you opened loads when you are back online.' : ''}`
        : isLong && 'Loading...'}
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
