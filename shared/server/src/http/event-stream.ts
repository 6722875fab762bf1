import type { Caller, SignedIn } from '@shop/language/account/caller'
import type { Context } from 'koa'
import { createPlaces, type Shares } from '../limits/shares.ts'
import { callerOf, signedInOf } from './authenticate.ts'
import { openBroadcastStream } from './broadcast-stream.ts'
import type { OnAccountChange } from './watch-accounts.ts'

/**
 * The heartbeat comes before a proxy closes the connection as idle. At each heartbeat the shop also checks the caller's session and role,
 * because the report of a change can be lost.
 */
const BEAT_MS = 15_000

type Options = Readonly<{
  callerBy: (signedIn: SignedIn) => Promise<Caller | undefined>
  onAccountChange: OnAccountChange
  places: Shares
  beatMs?: number
}>

/**
 * Sends server-sent events until the client disconnects, signs out or gets another role. Throws RATE_LIMITED or OVERLOADED if there are too
 * many listeners.
 */
export function createEventStreams({ callerBy, onAccountChange, places, beatMs = BEAT_MS }: Options) {
  const takePlace = createPlaces(places)

  return (ctx: Context, connect: (send: (text: string) => void) => () => void) => {
    const giveBack = takePlace(ctx.ip)
    ctx.set('Cache-Control', 'no-store')
    ctx.set('X-Accel-Buffering', 'no')
    ctx.status = 200
    if (ctx.method === 'HEAD') giveBack()
    else ctx.body = openStream(callerOf(ctx), signedInOf(ctx), connect).once('close', giveBack)
    ctx.type = 'text/event-stream'
  }

  function openStream(
    caller: Caller | undefined,
    signedIn: SignedIn | undefined,
    connect: (send: (text: string) => void) => () => void,
  ) {
    const { stream, send } = openBroadcastStream()
    const disconnect = connect(send)
    async function look() {
      if (await isStill(caller, signedIn)) return true
      disconnect()
      stream.end()
      return false
    }
    const stopWatching = caller ? onAccountChange(caller.id, look) : () => {}
    const beat = setInterval(async () => {
      if (await look()) send(': still here\n\n')
    }, beatMs)
    stream.once('close', () => {
      disconnect()
      stopWatching()
      clearInterval(beat)
    })
    return stream
  }

  async function isStill(caller: Caller | undefined, signedIn: SignedIn | undefined) {
    if (!caller || !signedIn) return true
    return (await callerBy(signedIn).catch(() => caller))?.role === caller.role
  }
}
