import type { RequestListener } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { type Serving, serve } from './serve.ts'

let serving: Serving
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await serving.stop(0)
})

const start = async (listener: RequestListener, direct = true, idleMs = 30_000) => {
  serving = await serve(listener, { host: '127.0.0.1', port: 0 }, { direct, idleMs })
}

/** Opens a connection that stores the answers it gets. */
function open(localAddress = '127.0.0.1') {
  const { hostname, port } = new URL(serving.url)
  const socket = connect({ host: hostname, port: Number(port), localAddress })
  sockets.push(socket)
  let text = ''
  socket.on('data', (chunk) => (text += chunk)).on('error', () => {})
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  return { socket, closed, answers: () => text.split('HTTP/1.1 ').length - 1 }
}

const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'

test('requests that are sent together on one connection start one after the other, and all are answered', async () => {
  let [now, most] = [0, 0]
  await start(async (_, response) => {
    most = Math.max(most, ++now)
    await pause(5)
    now--
    response.end('done')
  })
  const { socket, answers } = open()
  socket.write(REQUEST.repeat(10))
  await expect.poll(answers).toBe(10)
  expect(most).toBe(1)
})

test('a connection with more waiting requests than any browser sends is closed', async () => {
  await start(() => {})
  const { socket, closed } = open()
  socket.write(REQUEST.repeat(40))
  await closed
})

test.runIf(process.platform === 'linux')('a connection that was cut off counts for a longer time', async () => {
  await start((request, response) => void (request.url === '/' && response.end()))
  const ahead = 'GET /never HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(40)
  for (let n = 0; n < 256; n++) {
    const { socket, closed } = open()
    socket.write(ahead)
    await closed
  }
  // After this time, a connection that was closed normally no longer counts.
  await pause(1200)
  const next = open()
  next.socket.write(REQUEST)
  await next.closed
  expect(next.answers()).toBe(0)
  const other = open('127.0.0.2')
  other.socket.write(REQUEST)
  await expect.poll(other.answers).toBe(1)
})

test('one client may have 256 connections, and another client still gets a connection', async () => {
  await start((_, response) => response.end())
  const all = Array.from({ length: 300 }, () => open())
  await Promise.all(all.slice(256).map(({ closed }) => closed))
  expect(all.filter(({ socket }) => !socket.destroyed).length).toBeLessThanOrEqual(256)
  const other = open(process.platform === 'linux' ? '127.0.0.2' : '127.0.0.1')
  other.socket.write(REQUEST)
  if (process.platform === 'linux') await expect.poll(other.answers).toBe(1)
})

test('behind a proxy there is no such limit, because clients share the proxy’s connections', async () => {
  await start((_, response) => response.end(), false)
  const all = Array.from({ length: 300 }, () => open())
  for (const { socket } of all) socket.write(REQUEST)
  await expect.poll(() => all.every(({ answers }) => answers() === 1)).toBe(true)
})

test('a connection that is refused repeatedly is delayed between its requests', async () => {
  await start((_, response) => {
    response.statusCode = 429
    response.end()
  })
  const { socket, answers } = open()
  socket.on('data', () => socket.write(REQUEST))
  socket.write(REQUEST)
  await expect.poll(answers).toBeGreaterThanOrEqual(20)
  const before = answers()
  await pause(1000)
  expect(answers() - before).toBeLessThan(50)
})

test('a client that does not read its answers is cut off at four MiB', async () => {
  await start((_, response) => response.end(Buffer.alloc(16 * 1024 * 1024)))
  const deaf = open()
  deaf.socket.pause()
  deaf.socket.write(REQUEST)
  await pause(200)
  const late = open()
  late.socket.write(REQUEST)
  await late.closed
  expect(late.answers()).toBe(0)
})

test('a connection whose client reads nothing is closed', async () => {
  // This is more than the buffers of both ends can hold.
  const answer = Buffer.alloc(64 * 1024 * 1024)
  await start((_, response) => response.end(answer), false, 500)
  const { socket, closed } = open()
  let read = 0
  socket.on('data', (chunk) => (read += chunk.length))
  socket.pause()
  socket.write(REQUEST)
  await pause(1500)
  socket.resume()
  await closed
  expect(read).toBeLessThan(answer.length)
})
