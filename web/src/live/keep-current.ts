import type { LiveMessage } from '@shop/language/shop/api'
import type { QueryClient } from '@tanstack/react-query'
import { onReadsBehind } from '../lib/api.ts'
import { keepListening } from './keep-listening.ts'
import { refresh } from './stale-queries.ts'

const GATHER_MS = 400
const ASK_AGAIN_AFTER_MS = 3000

export type ResumePoint = { lastEventId: string }

export function keepCurrent(client: QueryClient, from: ResumePoint, signal: AbortSignal) {
  onReadsBehind(() => setTimeout(() => client.invalidateQueries(), ASK_AGAIN_AFTER_MS))
  const note = gathering((messages) => refresh(client, messages))
  const onEvent = ({ id, data }: { id: string; data: string }) => {
    from.lastEventId = id
    if (data) note(JSON.parse(data) as LiveMessage)
  }
  return keepListening({ to: () => resumed(from), onEvent }, signal)
}

/** Without a resume point, the server sends all changes since the page was loaded. */
const resumed = ({ lastEventId }: ResumePoint) =>
  lastEventId
    ? { path: '/api/live', headers: { 'last-event-id': lastEventId } }
    : { path: `/api/live?ageMs=${Math.ceil(performance.now())}` }

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
