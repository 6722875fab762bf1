import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { clientOf } from '../limits/address-keys.ts'

/** How many connections one address may have. A browser opens six, but an office or a school shares one address. */
const MOST_CONNECTIONS = 256
/** A closed connection still counts for this time. So a client that always opens new connections has no advantage. */
const COUNTS_ON_MS = 1000
/**
 * A connection that was cut off still counts for this longer time, because cutting off costs more work than answering. A browser's
 * connection is never cut off.
 */
const CUT_OFF_COUNTS_ON_MS = 10_000
/**
 * How many bytes of answers a client may have requested but not read. If a client has more unread bytes, its next connection or request is
 * cut off.
 */
const MOST_UNREAD_BYTES = 4 * 1024 * 1024
/** How many refusals per second are answered without a delay. After more refusals, a connection is delayed after each refusal. */
const QUICK_REFUSALS = 20
const REST_MS = 1000

type Client = { readonly sockets: Set<Socket>; counted: number; refused: number; refusedSinceMs: number }

/**
 * Limits the share that each client has of a server's connections and work. Use it for servers whose connections come directly from
 * clients.
 */
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
    /** Closes a connection because its client sends more requests than it may. */
    cutOff(socket: Socket): void {
      wereCutOff.add(socket)
      socket.destroy()
    },

    /** Whether the client may make a request. The client may if it has read enough of the answers to its earlier requests. */
    mayRequest(request: IncomingMessage): boolean {
      let unread = 0
      for (const { writableLength } of clientOn.get(request.socket)?.sockets ?? []) unread += writableLength
      return unread <= MOST_UNREAD_BYTES
    },

    /**
     * How long a connection waits after an answer. A client that is refused again and again must wait, so that it cannot keep the shop
     * busy.
     */
    restMs([request, { statusCode }]: readonly [IncomingMessage, ServerResponse]): number {
      const client = statusCode === 429 || statusCode === 503 ? clientOn.get(request.socket) : undefined
      if (!client) return 0
      const nowMs = performance.now()
      if (nowMs - client.refusedSinceMs > 1000) Object.assign(client, { refused: 0, refusedSinceMs: nowMs })
      return ++client.refused > QUICK_REFUSALS ? REST_MS : 0
    },
  }
}
