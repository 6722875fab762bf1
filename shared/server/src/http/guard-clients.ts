import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { clientOf } from '../limits/address-keys.ts'

/** A browser opens six, and an office or a school has one address. */
const MOST_CONNECTIONS = 256
/** A closed connection counts for so long still, so that a client gains nothing by opening ever new ones. */
const COUNTS_ON_MS = 1000
/** One that was cut off counts for longer: no browser has one cut off, and making an end of it takes more work than an answer. */
const CUT_OFF_COUNTS_ON_MS = 10_000
/** Answers that a client has asked for and does not read; beyond that its next connection or request is cut off. */
const MOST_UNREAD_BYTES = 4 * 1024 * 1024
/** Refusals in a second that are answered as fast as all else; after that a refused connection rests. */
const QUICK_REFUSALS = 20
const REST_MS = 1000

type Client = { readonly sockets: Set<Socket>; counted: number; refused: number; refusedSinceMs: number }

/** What one client may have of a server's connections and of its attention, when connections are the clients' own. */
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
    /** Closes a connection whose other end asks for more than it may. */
    cutOff(socket: Socket): void {
      wereCutOff.add(socket)
      socket.destroy()
    },

    /** Whether the client reads what it asks for. */
    mayAsk(request: IncomingMessage): boolean {
      let unread = 0
      for (const { writableLength } of clientOn.get(request.socket)?.sockets ?? []) unread += writableLength
      return unread <= MOST_UNREAD_BYTES
    },

    /** How long a connection rests after an answer: a client that is refused again and again must not keep the shop busy with it. */
    restMs([request, { statusCode }]: readonly [IncomingMessage, ServerResponse]): number {
      const client = statusCode === 429 || statusCode === 503 ? clientOn.get(request.socket) : undefined
      if (!client) return 0
      const nowMs = performance.now()
      if (nowMs - client.refusedSinceMs > 1000) Object.assign(client, { refused: 0, refusedSinceMs: nowMs })
      return ++client.refused > QUICK_REFUSALS ? REST_MS : 0
    },
  }
}
