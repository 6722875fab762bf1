import { once } from 'node:events'
import { connect, createServer, type Server } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts'

let echo: Server
let proxy: FaultProxy
beforeEach(async () => {
  echo = createServer((socket) => socket.on('error', () => {}).pipe(socket)).listen(0, '127.0.0.1')
  await once(echo, 'listening')
  proxy = await startFaultProxy((echo.address() as { port: number }).port)
})
afterEach(async () => {
  await proxy.close()
  echo.close()
})

async function dial() {
  const socket = connect(proxy.port, '127.0.0.1')
  const pieces: string[] = []
  let failure: string | undefined
  socket.on('data', (bytes) => pieces.push(String(bytes)))
  socket.on('error', (error: NodeJS.ErrnoException) => (failure = error.code))
  await once(socket, 'connect')
  return { socket, pieces, heard: () => pieces.join(''), failure: () => failure }
}

test('without a fault, the proxy passes on all bytes and the end of the connection', async () => {
  const { socket, heard } = await dial()
  socket.end('hello'.repeat(100_000))
  await once(socket, 'close')
  expect(heard()).toBe('hello'.repeat(100_000))
})

test('latency delays every byte by the same time', async () => {
  const short = await timeOfTwo(100)
  // 100 ms each way, and the second message was sent 50 ms later.
  expect(short).toBeGreaterThan(245)
  expect(await timeOfTwo(1_000)).toBeGreaterThan(3 * short)
})

async function timeOfTwo(latencyMs: number) {
  await proxy.inflict({ latencyMs })
  const { socket, heard } = await dial()
  const saidAt = performance.now()
  socket.write('one ')
  await sleep(50)
  socket.write('two')
  await expect.poll(heard, { interval: 5 }).toBe('one two')
  socket.destroy()
  return performance.now() - saidAt
}

test('slices are not longer than configured', async () => {
  await proxy.inflict({ sliceBytes: 3 })
  const { socket, pieces, heard } = await dial()
  socket.write('abcdefgh')
  await expect.poll(heard, { interval: 5 }).toBe('abcdefgh')
  expect(pieces.every((piece) => piece.length <= 3)).toBe(true)
  socket.destroy()
})

test('once the proxy is healed, a hanging connection continues where it was', async () => {
  const { socket, heard } = await dial()
  await proxy.inflict('hang')
  socket.write('held')
  await sleep(100)
  expect(heard()).toBe('')
  const later = await dial()
  later.socket.write('held too')
  await sleep(50)
  await proxy.heal()
  await expect.poll(() => heard() + later.heard(), { interval: 5 }).toBe('heldheld too')
  socket.destroy()
  later.socket.destroy()
})

test('a reset ends open connections, and new connections as soon as they send', async () => {
  const before = await dial()
  before.socket.write('hello')
  await expect.poll(before.heard).toBe('hello')
  await proxy.inflict('reset')
  await expect.poll(before.failure).toBe('ECONNRESET')
  const after = await dial()
  after.socket.write('hello')
  await expect.poll(after.failure).toBe('ECONNRESET')
  await proxy.heal()
  const healed = await dial()
  healed.socket.end('hello')
  await expect.poll(healed.heard).toBe('hello')
})

test('a proxy that is down refuses connections, and listens on the same port again once it is healed', async () => {
  const before = await dial()
  await proxy.inflict('down')
  await expect.poll(before.failure).toBe('ECONNRESET')
  await expect(dial()).rejects.toThrow(/ECONNREFUSED/)
  await proxy.heal()
  const { socket, heard } = await dial()
  socket.end('hello')
  await expect.poll(heard).toBe('hello')
})
