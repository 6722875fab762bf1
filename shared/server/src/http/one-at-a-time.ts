import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** More than any browser sends before an answer, which is none. */
const MOST_WAITING = 16

type Call = readonly [IncomingMessage, ServerResponse]

/**
 * Begins the requests of one connection one after the other: Node begins all that were sent at once, and keeps every answer until
 * those before it are sent. A connection with too many waiting is closed. `restMs` is how long a connection waits for its
 * next request after an answer.
 */
export function oneAtATime(listener: RequestListener, restMs: (answered: Call) => number): RequestListener {
  const waiting = new WeakMap<Socket, Call[]>()

  function begin(call: Call) {
    const [{ socket }, response] = call
    response.once('close', () => {
      const ms = restMs(call)
      if (ms > 0) setTimeout(beginNext, ms, socket)
      else beginNext(socket)
    })
    listener(...call)
  }

  function beginNext(socket: Socket) {
    const next = waiting.get(socket)?.shift()
    if (!next || socket.destroyed) waiting.delete(socket)
    else begin(next)
  }

  return (request, response) => {
    const line = waiting.get(request.socket)
    if (line && line.length >= MOST_WAITING) request.socket.destroy()
    else if (line) line.push([request, response])
    else {
      waiting.set(request.socket, [])
      begin([request, response])
    }
  }
}
