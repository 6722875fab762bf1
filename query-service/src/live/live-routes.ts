import Router from '@koa/router'
import type { Caller } from '@shop/language/account/caller'
import { type LiveMessage, LiveQuery } from '@shop/language/shop/api'
import { callerOf } from '@shop/server/http/authenticate'
import { createEventStreams } from '@shop/server/http/event-stream'
import { parseQuery } from '@shop/server/http/parse'
import { liveListeners } from '@shop/server/limits/at-once'
import type { Answering } from '../answering.ts'
import type { LiveChange, LiveChanges } from './live-changes.ts'

type Listening = Parameters<typeof createEventStreams>[0]
type Options = Omit<Listening, 'places'> & Partial<Pick<Listening, 'places'>>

export function liveRoutes(changes: LiveChanges, options: Options): Answering {
  const router = new Router({ strict: true, sensitive: true })
  const answer = createEventStreams({ places: liveListeners, ...options })

  router.get('/live', (ctx) => {
    const { ageMs } = parseQuery(LiveQuery, ctx)
    const [caller, lastEventId] = [callerOf(ctx), ctx.get('last-event-id')]
    answer(ctx, (send) => {
      const sendNews = (news: readonly LiveChange[]) => {
        const seen = news.filter((change) => maySee(change, caller))
        if (seen.length > 0) send(seen.map((change) => messageOf(change, changes.eventIdOf(change))).join(''))
      }
      const missed = lastEventId ? changes.since(lastEventId) : ageMs === undefined ? [] : changes.sinceLoad(ageMs)
      send(`retry: 1000\nid: ${lastEventId && missed ? lastEventId : changes.now()}\n\n`)
      sendNews(missed ?? [{ kind: 'all', id: '', number: numberOf(changes.now()), sentAtMs: 0 }])
      return changes.listen(sendNews)
    })
  })

  return [router, []]
}

function maySee({ kind, customerId }: LiveChange, caller: Caller | undefined): boolean {
  if (caller?.role === 'admin') return true
  if (kind === 'order') return caller !== undefined && caller.id === customerId
  return kind === 'product' || kind === 'stock' || kind === 'all'
}

const messageOf = ({ kind, id }: LiveChange, eventId: string) =>
  `id: ${eventId}\ndata: ${JSON.stringify({ kind, id } satisfies LiveMessage)}\n\n`

const numberOf = (eventId: string) => Number(eventId.split('-')[1])
