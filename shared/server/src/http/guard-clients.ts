import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { clientOf } from '../limits/address-keys.ts'

/** A browser opens six connections, but an office or a school shares one address. */
const MOST_CONNECTIONS = 256
/** A closed connection still counts for this long, so that a client gains nothing by opening new ones all the time. */
const COUNTS_ON_MS = 1000
/** A connection that was cut off counts for longer: this never happens to a browser, and cutting off costs more work than answering. */
const CUT_OFF_COUNTS_ON_MS = 10_000
/** Answers that a client has requested but does not read. Above this, its next connection or request is cut off. */
const MOST_UNREAD_BYTES = 4 * 1024 * 1024
/** Refusals per second that are answered at full speed. Above this, a refused connection is delayed. */
const QUICK_REFUSALS = 20
const REST_MS = 1000

type Client = { readonly sockets: Set<Socket>; counted: number; refused: number; refusedSinceMs: number }

/** Limits each client's share of a server's connections and work, where connections come directly from clients. */
export function guardClients(server: Server) {
  const wereCutOff = new WeakSet<Socket>()
  const clients = new Map<string, Client>()
  const clientOn = new WeakMap<Socket, Client>()

  server.on('connection', (socket: Socket) => {
    const key = clientOf(socket.remoteAddress ?? '')
    const client = clients.get(key) ?? { sockets: new Set(), counted: 0, refused: 0, refusedSinceMs: 0 }
    if (client.counted >= MOST_CONNECTIONS) return socket.destroy()
    clients.set(key, client)
    clientOn.set(socket, client)
    client.sockets.add(socket)
    client.counted++
    socket.once('close', () => {
      client.sockets.delete(socket)
      const countsOnMs = wereCutOff.has(socket) ? CUT_OFF_COUNTS_ON_MS : COUNTS_ON_MS
      setTimeout(() => --client.counted === 0 && clients.delete(key), countsOnMs).unref()
    })
  })

  return {
    /** Closes a connection whose client sends more requests than it may. */
    cutOff(socket: Socket): void {
      wereCutOff.add(socket)
      socket.destroy()
    },

    /** Whether the client reads the answers it requests. */
    mayAsk(request: IncomingMessage): boolean {
      let unread = 0
      for (const { writableLength } of clientOn.get(request.socket)?.sockets ?? []) unread += writableLength
      return unread <= MOST_UNREAD_BYTES
    },

    /** How long a connection rests after an answer, so that a client that is refused again and again cannot keep the shop busy. */
    restMs([request, { statusCode }]: readonly [IncomingMessage, ServerResponse]): number {
      const client = statusCode === 429 || statusCode === 503 ? clientOn.get(request.socket) : undefined
      if (!client) return 0
      const nowMs = performance.now()
      if (nowMs - client.refusedSinceMs > 1000) Object.assign(client, { refused: 0, refusedSinceMs: nowMs })
      return ++client.refused > QUICK_REFUSALS ? REST_MS : 0
    },
  }
}
