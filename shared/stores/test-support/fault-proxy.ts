import { once } from 'node:events'
import { createServer, type Server, type Socket, connect as socketTo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * `down`: connections are refused. `hang`: no bytes pass in either direction until the proxy is healed. `reset`: every connection is reset
 * as soon as something is sent. `latencyMs`: the delay of every byte. `sliceBytes`: the longest chunk.
 */
export type Fault = 'down' | 'hang' | 'reset' | Readonly<{ latencyMs: number }> | Readonly<{ sliceBytes: number }>

export type FaultProxy = Awaited<ReturnType<typeof startFaultProxy>>

export async function startFaultProxy(targetPort: number) {
  const sockets = new Set<Socket>()
  let fault: Fault | undefined
  let healed = Promise.withResolvers<void>()
  let server: Server | undefined
  const port = await listen(0)

  async function listen(on: number) {
    server = createServer({ noDelay: true, allowHalfOpen: true }, carry).listen(on, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as { port: number }).port
  }

  function carry(near: Socket) {
    const far = socketTo({ port: targetPort, host: '127.0.0.1', noDelay: true, allowHalfOpen: true })
    pass(near, far)
    pass(far, near)
  }

  function pass(from: Socket, to: Socket) {
    sockets.add(from)
    let passed = Promise.resolve()
    const inTurn = (act: () => Promise<void>) => {
      passed = passed.then(act)
    }
    from
      .on('data', (bytes) => {
        const dueAt = performance.now() + latencyNow()
        if (fault === 'reset') tearDown()
        else inTurn(() => deliver(bytes, to, dueAt))
      })
      .on('end', () => inTurn(async () => void to.end()))
      .on('error', () => to.destroy())
      .on('close', () => {
        sockets.delete(from)
        // Without an error, bytes that were already read are still delivered.
        if (from.errored) to.destroy()
      })
  }

  async function deliver(bytes: Buffer, to: Socket, dueAt: number) {
    await sleep(Math.max(0, dueAt - performance.now()))
    const longest = typeof fault === 'object' && 'sliceBytes' in fault ? fault.sliceBytes : bytes.length
    for (let start = 0; start < bytes.length; start += longest) {
      while (fault === 'hang') await healed.promise
      if (to.destroyed) return
      to.write(bytes.subarray(start, start + longest))
      // Without a pause, the kernel would join the slices.
      if (longest < bytes.length) await sleep(1)
    }
  }

  const latencyNow = () => (typeof fault === 'object' && 'latencyMs' in fault ? fault.latencyMs : 0)

  function tearDown() {
    for (const socket of sockets) socket.resetAndDestroy()
  }

  async function stopListening() {
    if (!server?.listening) return
    const closed = once(server, 'close')
    server.close()
    tearDown()
    await closed
  }

  return {
    port,

    async inflict(next: Fault) {
      await this.heal()
      fault = next
      if (next === 'reset') tearDown()
      if (next === 'down') await stopListening()
    },

    async heal() {
      fault = undefined
      healed.resolve()
      healed = Promise.withResolvers()
      if (!server?.listening) await listen(port)
    },

    async close() {
      fault = undefined
      healed.resolve()
      await stopListening()
    },
  }
}
