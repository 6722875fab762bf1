import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useSession } from '../account/session-store.ts'
import type { Place } from './keep-current.ts'

/** The first view comes first. */
const START_AFTER_MS = 5000

/** Lets the shop tell of changes, to whoever is signed in by then; loaded when the page is long there. */
export function LiveUpdates() {
  const client = useQueryClient()
  const userId = useSession(({ user }) => user?._id)
  const place = useRef<Place>({ lastEventId: '' })

  // Somebody else is told something else.
  useEffect(() => {
    const stop = new AbortController()
    let timer = setTimeout(listen, START_AFTER_MS)
    async function listen() {
      // Its code is fetched only now: a shop that is away at that moment may be back the next time.
      const code = await import('./keep-current.ts').catch(() => undefined)
      if (stop.signal.aborted) return
      if (code) await code.keepCurrent(client, place.current, stop.signal)
      else timer = setTimeout(listen, START_AFTER_MS)
    }
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [client, userId])

  return null
}
