import type { RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { WAITING_ON_CONNECTION } from '../limits/sizes.ts'
import type { Call, Guard } from './guard-clients.ts'

/**
 * `inOrder` starts the requests of a connection one after the other, and cuts off a connection that has too many waiting requests. Node
 * would start all requests that were sent together. `open`: the answers in progress.
 */
export function oneAtATime(listener: RequestListener, { mayRequest, restMs, cutOff }: Guard) {
  const waiting = new WeakMap<Socket, Call[]>()
  const open = new Set<ServerResponse>()

  function begin(call: Call) {
    const [request, response] = call
    const { socket } = request
    if (!mayRequest(request)) return cutOff(socket)
    open.add(response)
    response.once('close', () => {
      open.delete(response)
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

  const inOrder: RequestListener = (request, response) => {
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

  return { inOrder, open }
}
