import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Server as NetServer, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { HEADERS, IDLE_MS, KEEP_ALIVE_MS, REQUEST_WITHIN_MS } from '../limits/sizes.ts'
import { type Guard, guardClients } from './guard-clients.ts'
import { listen } from './listen.ts'
import { answerOneAtATime, type Connection } from './one-at-a-time.ts'

export type Serving = Readonly<{
  url: string
  /** Accepts requests for another `graceMs`. Cuts off hanging connections after 15 s. */
  stop(graceMs?: number): Promise<void>
}>

/**
 * `GRACE_MS`: how long a stopping process still answers new requests. `HARD_LIMIT_MS`: the time after which the process ends even if
 * requests are still running.
 */
export const GRACE_MS = 1000
export const HARD_LIMIT_MS = 15_000
const LIMITS = {
  headersTimeout: HEADERS.withinMs,
  requestTimeout: REQUEST_WITHIN_MS,
  keepAliveTimeout: KEEP_ALIVE_MS,
  maxHeaderSize: HEADERS.maxBytes,
  // Node's default is 30 s.
  connectionsCheckingInterval: 500,
  // Node would send an empty answer to a request without a Host header. The shop's answer has the common form of errors.
  requireHostHeader: false,
}

/** Connections that do not come directly from clients have no limits. */
const UNGUARDED: Guard = { mayRequest: () => true, restMs: () => 0, cutOff: (socket) => socket.destroy() }

/** Whether connections are limited by client. Behind a proxy they are not, because all connections have the proxy's address. */
export const isDirect = ({ rateLimits, trustProxy }: { rateLimits: boolean; trustProxy: boolean }): boolean =>
  rateLimits && !trustProxy

/**
 * Listens with the limits of reliability 8.6. While `given` is still a promise, requests wait for it. `direct`: connections come directly
 * from clients, so each client gets a limited share of the connections. `idleMs`: a connection without traffic for this time is closed.
 * Throws ListenError.
 */
export async function serve(
  given: RequestListener | Promise<RequestListener>,
  { host, port }: { host: string; port: number },
  { direct = false, idleMs = IDLE_MS }: { direct?: boolean; idleMs?: number } = {},
): Promise<Serving> {
  let listener: RequestListener = async (...call) => (await given)(...call)
  void Promise.resolve(given).then((ready) => {
    listener = ready
  })
  let stopping = false
  const server = createServer(LIMITS)
  // Event streams send something at shorter intervals than `idleMs`.
  server.timeout = idleMs
  const answer: RequestListener = (request, response) => {
    if (!hasOneHost(request)) return refuse(request.socket)
    if (stopping) response.shouldKeepAlive = false
    listener(request, response)
  }
  const connections = answerOneAtATime(server, answer, direct ? guardClients(server) : UNGUARDED)
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => refuse(socket, error.code))
  server.on('checkExpectation', ({ socket }: IncomingMessage) => refuse(socket, 'EXPECTATION'))
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => refuse(socket, 'CONNECT'))
  const listening = await listen(server, { host, port }, direct)

  return {
    url: urlOf(host, server.address() as AddressInfo),
    async stop(graceMs = GRACE_MS) {
      stopping = true
      for (const { response } of connections.values()) if (response) response.shouldKeepAlive = false
      await pause(graceMs)
      await close(server, listening, connections)
    },
  }
}

/** Node uses the first of several Host headers. A proxy in front of the shop may have used the last (RFC 9112 §3.2). */
function hasOneHost({ rawHeaders, httpVersion }: IncomingMessage) {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]!.toLowerCase() === 'host') hosts++
  return hosts === 1 || (hosts === 0 && httpVersion !== '1.1')
}

const isEventStream = (response: ServerResponse) =>
  String(response.getHeader('content-type') ?? '').startsWith('text/event-stream')

const urlOf = (host: string, { port }: AddressInfo) => {
  const reachable = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`
}

/**
 * Closes idle connections, event streams (which never end by themselves), and connections that have sent nothing. Browsers open connections
 * in advance, and Node does not treat these connections as idle.
 */
async function close(server: Server, listening: readonly NetServer[], connections: ReadonlyMap<Socket, Connection>) {
  const endAll = () => {
    for (const [socket, { response }] of connections)
      if (socket.bytesRead === 0 || (response && isEventStream(response))) socket.destroy()
    server.closeIdleConnections()
  }
  endAll()
  const sweep = setInterval(endAll, 50)
  const cutOff = setTimeout(() => server.closeAllConnections(), HARD_LIMIT_MS)
  await Promise.all(listening.map((one) => new Promise((resolve) => one.close(resolve))))
  clearInterval(sweep)
  clearTimeout(cutOff)
}

type Refusal = readonly [status: string, code: string, message: string]

const UNREADABLE: Refusal = ['400 Bad Request', 'VALIDATION_FAILED', 'This request is malformed']
const refusals: Readonly<Record<string, Refusal>> = {
  CONNECT: ['405 Method Not Allowed', 'METHOD_NOT_ALLOWED', 'This method is not supported'],
  EXPECTATION: [
    '417 Expectation Failed',
    'VALIDATION_FAILED',
    'The header Expect may only have the value 100-continue',
  ],
  HPE_INVALID_METHOD: ['501 Not Implemented', 'METHOD_NOT_ALLOWED', 'This method is not supported'],
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'TOO_LARGE',
    `The headers may have at most ${HEADERS.maxBytes / 1024} KiB`,
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'VALIDATION_FAILED', 'The request took too long to arrive'],
}

/** Answers a malformed request directly on the socket, in the common form of errors. */
function refuse(socket: Duplex, reason = '') {
  if (!socket.writable) return socket.destroy()
  const [status, code, message] = refusals[reason] ?? UNREADABLE
  const fields = status.startsWith('400') ? { fields: [{ path: 'request', message }] } : {}
  const body = JSON.stringify({ message, code, requestId: crypto.randomUUID(), ...fields })
  const headers = [
    'Content-Type: application/json; charset=utf-8',
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ]
  socket.end(`HTTP/1.1 ${status}\r\n${headers.join('\r\n')}\r\n\r\n${body}`)
}
