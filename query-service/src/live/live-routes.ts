import { PassThrough, type Readable } from 'node:stream'
import Router from '@koa/router'
import { type LiveMessage, LiveQuery } from '@shop/language/api/live'
import { type Caller, callerOf, signedInOf } from '@shop/server/http/authenticate'
import { parseQuery } from '@shop/server/http/parse'
import type { SignedIn } from '@shop/server/http/tokens'
import type { OnAccountChange } from '../account-changes.ts'
import type { LiveChange, LiveChanges } from './live-changes.ts'
import { createPlaces, type Places } from './places.ts'

const PLACES: Places = { all: 1000, ofClient: 100, ofNetwork: 250 }
/** The heartbeat's interval: shorter than the idle timeouts of proxies. The caller's session and role are checked as often, in case a change was not told. */
const BEAT_MS = 15_000
/** A listener that reads slower than this is disconnected, and reconnects for what it missed. */
const MOST_UNREAD_BYTES = 256 * 1024

type Options = {
  callerBy: (signedIn: SignedIn) => Promise<Caller | undefined>
  onAccountChange: OnAccountChange
  beatMs?: number
  places?: Places
}

/** GET /live: server-sent events for as long as the listener is connected. */
export function liveRoutes(
  changes: LiveChanges,
  { callerBy, onAccountChange, beatMs = BEAT_MS, places = PLACES }: Options,
): Router {
  const router = new Router({ strict: true, sensitive: true })
  const takePlace = createPlaces(places)

  router.get('/live', (ctx) => {
    const { ageMs = 0 } = parseQuery(LiveQuery, ctx)
    const giveBack = takePlace(ctx.ip)
    ctx.set('Cache-Control', 'no-store')
    ctx.set('X-Accel-Buffering', 'no')
    ctx.status = 200
    if (ctx.method === 'HEAD') giveBack()
    else ctx.body = told(callerOf(ctx), signedInOf(ctx), ctx.get('last-event-id'), ageMs).once('close', giveBack)
    ctx.type = 'text/event-stream'
  })

  function told(
    caller: Caller | undefined,
    signedIn: SignedIn | undefined,
    lastEventId: string,
    ageMs: number,
  ): Readable {
    const stream = new PassThrough()
    const send = (news: readonly LiveChange[]) => {
      const seen = news.filter((change) => maySee(change, caller))
      if (seen.length === 0) return
      stream.write(seen.map((change) => messageOf(change, changes.eventIdOf(change))).join(''))
      if (stream.readableLength + stream.writableLength > MOST_UNREAD_BYTES) stream.destroy()
    }

    const missed = lastEventId ? changes.since(lastEventId) : changes.ofLast(ageMs)
    stream.write(`retry: 1000\nid: ${lastEventId && missed ? lastEventId : changes.now()}\n\n`)
    send(missed ?? [{ kind: 'all', id: '', number: numberOf(changes.now()), sentAtMs: 0 }])

    const stopListening = changes.listen(send)
    async function look() {
      if (await isStill(caller, signedIn)) return true
      stopListening()
      stream.end()
      return false
    }
    const stopWatching = caller ? onAccountChange(caller.id, look) : () => {}
    const beat = setInterval(async () => {
      if (await look()) stream.write(': still here\n\n')
    }, beatMs)
    stream.once('close', () => {
      stopListening()
      stopWatching()
      clearInterval(beat)
    })
    return stream
  }

  /** Whether the caller is still signed in and has the same role. */
  async function isStill(caller: Caller | undefined, signedIn: SignedIn | undefined) {
    if (!caller || !signedIn) return true
    return (await callerBy(signedIn).catch(() => caller))?.role === caller.role
  }

  return router
}

function maySee({ kind, customerId }: LiveChange, caller: Caller | undefined): boolean {
  if (caller?.role === 'admin') return true
  if (kind === 'order') return caller !== undefined && caller.id === customerId
  return kind === 'product' || kind === 'stock' || kind === 'all'
}

const messageOf = ({ kind, id }: LiveChange, eventId: string) =>
  `id: ${eventId}\ndata: ${JSON.stringify({ kind, id } satisfies LiveMessage)}\n\n`

const numberOf = (eventId: string) => Number(eventId.split('-')[1])
