import type { LiveMessage } from '@shop/language/api/live'
import type { QueryClient } from '@tanstack/react-query'
import { api } from '../lib/api.ts'
import { serverSentEvents } from './server-sent-events.ts'
import { untilSilent } from './silence.ts'
import { refresh } from './stale-queries.ts'

const GATHER_MS = 400
const LONGEST_PAUSE_MS = 30_000
/** The shop sends a heartbeat every fifteen seconds: after three times that without data the connection counts as dead. */
const LONGEST_SILENCE_MS = 45_000

/** Where to resume the stream of live updates. */
export type ResumePoint = { lastEventId: string }

/**
 * Keeps what is on the screen current until `signal` aborts. Only a visible page listens, since a browser allows six
 * connections to a server and may have more tabs. Reconnects by itself and resumes where it was.
 */
export async function keepCurrent(client: QueryClient, from: ResumePoint, signal: AbortSignal) {
  const note = gathering((messages) => refresh(client, messages))
  let failures = 0
  while (!signal.aborted) {
    await untilSeen(signal)
    const listening = new AbortController()
    const look = () => (document.hidden || signal.aborted) && listening.abort()
    document.addEventListener('visibilitychange', look)
    signal.addEventListener('abort', look)
    look()
    try {
      for await (const event of await listen(from, listening.signal)) {
        failures = 0
        from.lastEventId = event.id
        if (event.data) note(JSON.parse(event.data) as LiveMessage)
      }
    } catch {
      // Any failure is followed by a reconnection.
    } finally {
      document.removeEventListener('visibilitychange', look)
      signal.removeEventListener('abort', look)
    }
    if (!listening.signal.aborted) await pause(1000 * 2 ** failures++, signal)
  }
}

/** Without a resume point the age of the page is sent, so that the server sends what has changed since it was loaded. */
async function listen({ lastEventId }: ResumePoint, signal: AbortSignal) {
  const headers: Record<string, string> = lastEventId ? { 'last-event-id': lastEventId } : {}
  const path = lastEventId ? '/api/live' : `/api/live?ageMs=${Math.ceil(performance.now())}`
  const stream = await api.stream(path, { headers, signal, priority: 'low' })
  return serverSentEvents(untilSilent(stream, LONGEST_SILENCE_MS))
}

/** Gathers messages that come together and handles them at once. */
function gathering(act: (messages: readonly LiveMessage[]) => void) {
  let gathered = new Map<string, LiveMessage>()
  return (message: LiveMessage) => {
    if (gathered.size === 0)
      setTimeout(() => {
        const messages = [...gathered.values()]
        gathered = new Map()
        act(messages)
      }, GATHER_MS)
    gathered.set(`${message.kind} ${message.id}`, message)
  }
}

const untilSeen = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const look = () => {
      if (document.hidden && !signal.aborted) return
      document.removeEventListener('visibilitychange', look)
      resolve()
    }
    document.addEventListener('visibilitychange', look)
    signal.addEventListener('abort', look, { once: true })
    look()
  })

/** Waits with jitter, so that not all pages reconnect at the same moment. */
const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, Math.min(ms, LONGEST_PAUSE_MS) * (0.5 + Math.random()))
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
