import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { WAITING_ON_CONNECTION } from '../limits/sizes.ts'

type Call = readonly [IncomingMessage, ServerResponse]

/**
 * Starts the requests of a connection one after the other. Node would start all requests that were sent together. `restMs`: how long a
 * connection waits after an answer before its next request starts. `cutOff` closes a connection that has too many waiting requests.
 */
export function oneAtATime(
  listener: RequestListener,
  { restMs, cutOff }: { restMs: (answered: Call) => number; cutOff: (socket: Socket) => void },
): RequestListener {
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
    // The connection was cut off, but Node still reports requests that arrived earlier.
    if (request.socket.destroyed) return
    if (line && line.length >= WAITING_ON_CONNECTION) cutOff(request.socket)
    else if (line) line.push([request, response])
    else {
      waiting.set(request.socket, [])
      begin([request, response])
    }
  }
}
