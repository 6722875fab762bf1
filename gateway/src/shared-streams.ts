import type { Readable } from 'node:stream'
import { ShopError } from '@shop/language/errors'
import { openBroadcastStream } from '@shop/server/http/broadcast-stream'
import type { Answer, OutgoingCall } from './send-on.ts'

const BREAK = '\n\n'

type Ask = (call: OutgoingCall, signal: AbortSignal) => Promise<Answer>
/**
 * `news`: the call for the shared messages, with the credentials of this listener. `beginning`: the first messages that the room sent to
 * this listener's own request. These messages name the event after which the listener's messages start.
 */
type Listener = Pick<ReturnType<typeof openBroadcastStream>, 'stream' | 'send'> & {
  news: OutgoingCall
  wasAsked?: boolean
  beginning?: Buffer
}
type Group = Readonly<{ listeners: Set<Listener>; started: Promise<void>; stop: AbortController }>

/**
 * Event streams that all listeners of the same path share. The room sends each message once, and the gateway copies it to each listener.
 */
export function createSharedStreams(ask: Ask) {
  const groups = new Map<string, Group>()

  function open(path: string, first: Listener): Group {
    const stop = new AbortController()
    const listeners = new Set([first])

    async function listen() {
      const answer = await firstGranted(listeners, (call) => ask(call, stop.signal))
      answer.once('close', () => listenAsNext().catch(endGroup))
      eachMessage(answer, (messages) => {
        for (const { send } of listeners) send(messages)
      })
    }
    /** The current listener may have lost access, so the next listener's credentials are used. */
    async function listenAsNext() {
      await listen()
      // When listeners get their first messages again, they check what they have missed.
      for (const { send, beginning } of listeners) if (beginning) send(beginning)
    }
    function endGroup() {
      if (groups.get(path) === group) groups.delete(path)
      // The listeners reconnect, and check what they have missed.
      for (const { stream } of listeners) stream.destroy()
    }

    const group = { listeners, started: listen(), stop }
    group.started.catch(endGroup)
    groups.set(path, group)
    return group
  }

  function leave(path: string, group: Group, listener: Listener) {
    group.listeners.delete(listener)
    if (group.listeners.size > 0) return
    if (groups.get(path) === group) groups.delete(path)
    group.stop.abort()
  }

  return {
    /**
     * Adds a listener, who gets the messages of `own` and all shared messages, mixed. After this function resolves, the listener misses no
     * message, but may get its first messages again. Throws UNAVAILABLE if the room accepts none of the `news` calls.
     */
    async join(news: OutgoingCall, own: Readable): Promise<Readable> {
      const listener: Listener = { ...openBroadcastStream(), news }
      const { stream, send } = listener
      const group = groups.get(news.path) ?? open(news.path, listener)
      group.listeners.add(listener)
      stream.once('close', () => {
        leave(news.path, group, listener)
        own.destroy()
      })
      own.on('error', () => {}).once('close', () => (own.readableEnded ? stream.end() : stream.destroy()))
      await group.started
      eachMessage(own, (messages) => {
        listener.beginning ??= messages
        send(messages)
      })
      return stream
    },
  }
}

/** Makes the call of each listener at most once, also of a listener who joins meanwhile. */
async function firstGranted(listeners: ReadonlySet<Listener>, ask: (call: OutgoingCall) => Promise<Answer>) {
  for (const listener of listeners) {
    if (listener.wasAsked) continue
    listener.wasAsked = true
    const { statusCode, body } = await ask(listener.news)
    body.on('error', () => {})
    if (statusCode === 200) return body
    body.destroy()
    if (statusCode !== 401 && statusCode !== 403) break
  }
  throw new ShopError('UNAVAILABLE', 'The events cannot be sent right now. Try again in a moment')
}

/** Passes on only whole messages, so that the messages of two streams can be mixed. */
function eachMessage(answer: Readable, send: (messages: Buffer) => void) {
  let text = ''
  answer.setEncoding('utf8').on('data', (more: string) => {
    text += more
    const end = text.lastIndexOf(BREAK) + BREAK.length
    if (end < BREAK.length) return
    send(Buffer.from(text.slice(0, end)))
    text = text.slice(end)
  })
}
