import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useSession } from '../session/session-store.ts'
import type { ResumePoint } from './keep-current.ts'

/** The updates start late, so that they do not compete with the first view. */
const START_AFTER_MS = 5000

export function LiveUpdates() {
  const client = useQueryClient()
  const userId = useSession(({ user }) => user?._id)
  const from = useRef<ResumePoint>({ lastEventId: '' })

  // Another user needs a new connection.
  useEffect(() => {
    const stop = new AbortController()
    let timer = setTimeout(listen, START_AFTER_MS)
    async function listen() {
      const code = await import('./keep-current.ts').catch(() => undefined)
      if (stop.signal.aborted) return
      if (code) await code.keepCurrent(client, from.current, stop.signal)
      else timer = setTimeout(listen, START_AFTER_MS)
    }
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [client, userId])

  return null
}
