import type { RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { WAITING_ON_CONNECTION } from '../limits/sizes.ts'
import type { Call, Guard } from './guard-clients.ts'

/** `response`: the answer in progress, or undefined if the connection is idle. `waiting`: the requests that came meanwhile. */
export type Connection = { response: ServerResponse | undefined; readonly waiting: Call[] }

/**
 * Starts the requests of a connection one after the other, and cuts off a connection that has too many waiting requests. Node would start
 * all requests that were sent together. Returns the open connections.
 */
export function answerOneAtATime(server: Server, listener: RequestListener, { mayRequest, restMs, cutOff }: Guard) {
  // A set of the answers in progress would cost more: the tables that a growing and shrinking set leaves behind keep each answer in memory
  // until the next collection of the whole heap.
  const connections = new Map<Socket, Connection>()

  server.on('connection', (socket: Socket) => {
    connections.set(socket, { response: undefined, waiting: [] })
    socket.once('close', () => connections.delete(socket))
  })

  server.on('request', (request, response) => {
    const { socket } = request
    const connection = connections.get(socket)
    // The connection was cut off, but Node still reports requests that arrived earlier.
    if (!connection || socket.destroyed) return
    if (!connection.response) begin(connection, [request, response])
    else if (connection.waiting.length < WAITING_ON_CONNECTION) connection.waiting.push([request, response])
    else cutOff(socket)
  })

  function begin(connection: Connection, call: Call) {
    const [request, response] = call
    if (!mayRequest(request)) return cutOff(request.socket)
    connection.response = response
    response.once('close', () => {
      const ms = restMs(call)
      if (ms > 0) setTimeout(end, ms, connection)
      else end(connection)
    })
    listener(...call)
  }

  function end(connection: Connection) {
    connection.response = undefined
    const next = connection.waiting.shift()
    if (next && !next[0].socket.destroyed) begin(connection, next)
  }

  return connections as ReadonlyMap<Socket, Connection>
}
