import type { LiveMessage } from '@shop/language/api/live'
import type { QueryClient } from '@tanstack/react-query'
import { api } from '../lib/api.ts'
import { serverSentEvents } from './server-sent-events.ts'
import { untilSilent } from './silence.ts'
import { refresh } from './stale-queries.ts'

const GATHER_MS = 400
const LONGEST_PAUSE_MS = 30_000
/** The shop is heard every fifteen seconds at least: after three times that the line is dead, though nobody said so. */
const LONGEST_SILENCE_MS = 45_000

/** Where somebody is in what is told. */
export type Place = { lastEventId: string }

/**
 * Keeps what is on the screen current until `signal` aborts. Only a page that is seen listens: a browser has six
 * connections to a shop, and more tabs than that. Comes back by itself, from where it was.
 */
export async function keepCurrent(client: QueryClient, place: Place, signal: AbortSignal) {
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
      for await (const event of await listen(place, listening.signal)) {
        failures = 0
        place.lastEventId = event.id
        if (event.data) note(JSON.parse(event.data) as LiveMessage)
      }
    } catch {
      // Whatever it was: it is tried again.
    } finally {
      document.removeEventListener('visibilitychange', look)
      signal.removeEventListener('abort', look)
    }
    if (!listening.signal.aborted) await pause(1000 * 2 ** failures++, signal)
  }
}

/** Who has no place yet says how old the page is: what has changed since is on it as it was. */
async function listen({ lastEventId }: Place, signal: AbortSignal) {
  const headers: Record<string, string> = lastEventId ? { 'last-event-id': lastEventId } : {}
  const path = lastEventId ? '/api/live' : `/api/live?ageMs=${Math.ceil(performance.now())}`
  const stream = await api.stream(path, { headers, signal, priority: 'low' })
  return serverSentEvents(untilSilent(stream, LONGEST_SILENCE_MS))
}

/** Messages that come together are acted upon once. */
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

/** About so long, so that not everybody comes back at once. */
const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, Math.min(ms, LONGEST_PAUSE_MS) * (0.5 + Math.random()))
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
