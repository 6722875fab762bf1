import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { ShopError } from '@shop/language/errors'
import { openToldStream } from '@shop/server/http/told-stream'
import type { OutgoingCall } from './send-on.ts'

/** Between messages. */
const BREAK = '\n\n'

type Ask = (call: OutgoingCall, signal: AbortSignal) => Promise<IncomingMessage>
/** `news`: the call that it would make itself. `beginning`: what its own answer has said first, from where it listens. */
type Listener = Pick<ReturnType<typeof openToldStream>, 'stream' | 'tell'> & { news: OutgoingCall; beginning?: Buffer }
type Group = Readonly<{ listeners: Set<Listener>; isTold: Promise<void>; stop: AbortController }>

/**
 * Event streams whose listeners are told the same where they ask for the same: the room tells it once, and each gets it from here. What
 * a listener costs is one write, and the room has the same work however many there are.
 */
export function createSharedStreams(ask: Ask) {
  const groups = new Map<string, Group>()

  function open(path: string, first: Listener): Group {
    const stop = new AbortController()
    const listeners = new Set([first])
    /** Goes on with those who join later: the call of each is made once at most. */
    const inTurn = listeners.values()

    async function hear() {
      const answer = await firstGranted(inTurn, (call) => ask(call, stop.signal))
      answer.once('close', () => goOn().catch(over))
      eachMessage(answer, (messages) => {
        for (const { tell } of listeners) tell(messages)
      })
    }
    /** Whoever it was told by may listen no longer, which is nothing to the others. */
    async function goOn() {
      await hear()
      // They find out what they have missed.
      for (const { tell, beginning } of listeners) if (beginning) tell(beginning)
    }
    function over() {
      if (groups.get(path) === group) groups.delete(path)
      // They come again, and find out what they have missed.
      for (const { stream } of listeners) stream.destroy()
    }

    const group = { listeners, isTold: hear(), stop }
    group.isTold.catch(over)
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
     * What a listener gets: its own answer, with which the room says that it may listen and for how long, and what the call for `news`
     * is told, which whoever is the first to listen makes, and the next one when that ends. From when it resolves nothing is missed, or
     * its own answer's first messages are repeated. Throws UNAVAILABLE.
     */
    async join(news: OutgoingCall, own: IncomingMessage): Promise<Readable> {
      const listener: Listener = { ...openToldStream(), news }
      const { stream, tell } = listener
      const group = groups.get(news.path) ?? open(news.path, listener)
      group.listeners.add(listener)
      stream.once('close', () => {
        leave(news.path, group, listener)
        own.destroy()
      })
      own.on('error', () => {}).once('close', () => (own.complete ? stream.end() : stream.destroy()))
      await group.isTold
      eachMessage(own, (messages) => {
        listener.beginning ??= messages
        tell(messages)
      })
      return stream
    },
  }
}

/** The answer to the first call that the room does not refuse for who makes it. Throws UNAVAILABLE where there is none. */
async function firstGranted(listeners: Iterable<Listener>, ask: (call: OutgoingCall) => Promise<IncomingMessage>) {
  for (const { news } of listeners) {
    const answer = (await ask(news)).on('error', () => {})
    if (answer.statusCode === 200) return answer
    answer.destroy()
    if (answer.statusCode !== 401 && answer.statusCode !== 403) break
  }
  throw new ShopError('UNAVAILABLE', 'The events cannot be told right now. Try again in a moment')
}

/** Hands on whole messages, so that those of two streams can be mixed. */
function eachMessage(answer: IncomingMessage, tell: (messages: Buffer) => void) {
  let text = ''
  answer.setEncoding('utf8').on('data', (more: string) => {
    text += more
    const end = text.lastIndexOf(BREAK) + BREAK.length
    if (end < BREAK.length) return
    tell(Buffer.from(text.slice(0, end)))
    text = text.slice(end)
  })
}
