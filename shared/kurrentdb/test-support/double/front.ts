import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

type Pair = Readonly<{ outer: Socket; inner: Socket }>

/**
 * The connections of a node. From `hang` to `resume`, the node behaves like a process after SIGSTOP: open connections stay open and new
 * connections are accepted, but nothing is sent.
 */
export async function openFront(port: number, innerPort: number) {
  const pairs = new Set<Pair>()
  const waiting = new Set<Socket>()
  let isHung = false
  let accepted = 0

  function join(outer: Socket) {
    const pair = { outer, inner: connect(innerPort, '127.0.0.1') }
    pairs.add(pair)
    for (const [one, other] of [
      [pair.outer, pair.inner],
      [pair.inner, pair.outer],
    ] as const)
      one
        .on('error', () => {})
        .on('close', () => {
          pairs.delete(pair)
          other.destroy()
        })
    flow(pair)
  }

  const server = createServer((outer) => {
    accepted += 1
    if (!isHung) return join(outer)
    waiting.add(outer.on('error', () => {}).on('close', () => waiting.delete(outer)))
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')

  return {
    port: (server.address() as AddressInfo).port,
    accepted: () => accepted,
    hang() {
      isHung = true
      for (const { outer, inner } of pairs) {
        outer.unpipe().pause()
        inner.unpipe().pause()
      }
    },
    resume() {
      isHung = false
      for (const pair of pairs) flow(pair)
      for (const outer of [...waiting]) join(outer)
      waiting.clear()
    },
    close() {
      server.close()
      for (const { outer, inner } of [...pairs]) {
        outer.resetAndDestroy()
        inner.destroy()
      }
      for (const outer of waiting) outer.resetAndDestroy()
    },
  }
}

function flow({ outer, inner }: Pair) {
  outer.pipe(inner)
  inner.pipe(outer)
}
