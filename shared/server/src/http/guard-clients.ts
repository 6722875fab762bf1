import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { clientOf } from '../limits/address-keys.ts'
import {
  CLOSED_COUNTS_MS,
  CONNECTIONS_OF_CLIENT,
  CUT_OFF_COUNTS_MS,
  QUICK_REFUSALS,
  REFUSED_REST_MS,
  UNREAD_BYTES,
} from '../limits/sizes.ts'

export type Call = readonly [IncomingMessage, ServerResponse]
export type Guard = ReturnType<typeof guardClients>
type Client = { readonly sockets: Set<Socket>; counted: number; refused: number; refusedSinceMs: number }

/** The connections must come directly from clients, not from a proxy. */
export function guardClients(server: Server) {
  const wereCutOff = new WeakSet<Socket>()
  const clients = new Map<string, Client>()
  const clientOn = new WeakMap<Socket, Client>()

  server.on('connection', (socket: Socket) => {
    const key = clientOf(socket.remoteAddress ?? '')
    const client = clients.get(key) ?? { sockets: new Set(), counted: 0, refused: 0, refusedSinceMs: 0 }
    if (client.counted >= CONNECTIONS_OF_CLIENT) return socket.destroy()
    clients.set(key, client)
    clientOn.set(socket, client)
    client.sockets.add(socket)
    client.counted++
    socket.once('close', () => {
      client.sockets.delete(socket)
      const countsOnMs = wereCutOff.has(socket) ? CUT_OFF_COUNTS_MS : CLOSED_COUNTS_MS
      setTimeout(() => --client.counted === 0 && clients.delete(key), countsOnMs).unref()
    })
  })

  return {
    cutOff(socket: Socket): void {
      wereCutOff.add(socket)
      socket.destroy()
    },

    /** A client may make a request if it has read enough of the answers to its earlier requests. */
    mayRequest(request: IncomingMessage): boolean {
      let unread = 0
      for (const { writableLength } of clientOn.get(request.socket)?.sockets ?? []) unread += writableLength
      return unread <= UNREAD_BYTES
    },

    /** A client that is refused again and again must wait, so that it cannot keep the shop busy. */
    restMs([request, { statusCode }]: Call): number {
      const client = statusCode === 429 || statusCode === 503 ? clientOn.get(request.socket) : undefined
      if (!client) return 0
      const nowMs = performance.now()
      if (nowMs - client.refusedSinceMs > 1000) Object.assign(client, { refused: 0, refusedSinceMs: nowMs })
      return ++client.refused > QUICK_REFUSALS ? REFUSED_REST_MS : 0
    },
  }
}
