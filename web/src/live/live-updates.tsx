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
    const timer = setTimeout(async () => {
      const { keepCurrent } = await import('./keep-current.ts')
      await keepCurrent(client, place.current, stop.signal)
    }, START_AFTER_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [client, userId])

  return null
}
