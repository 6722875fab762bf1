import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { startForTests } from './test-support/start-for-tests.ts'

let gateway: Awaited<ReturnType<typeof startForTests>>
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await gateway.close()
})

/** Begins to send a body of this length, and sends at most one byte of it. */
function begin(path: string, length: number | 'chunked', more = '') {
  const { hostname, port } = new URL(gateway.url)
  const socket = connect(Number(port), hostname)
  sockets.push(socket)
  let answer = ''
  socket.on('data', (chunk) => (answer += chunk)).on('error', () => {})
  const size = length === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`
  socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${more}${size}\r\n\r\n`)
  if (length !== 'chunked') socket.write('{')
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  return { answer: () => answer, closed }
}

test('bodies that do not arrive take no place in the queue: other clients are served', async () => {
  gateway = await startForTests()
  for (let n = 0; n < 200; n++) begin('/api/cart', 200)
  await pause(100)
  for (let n = 0; n < 5; n++) expect((await gateway.ask('/api/cart', { method: 'POST', body: '{}' })).status).toBe(200)
})

test('a body that arrives too slowly is refused, and its connection is closed', async () => {
  gateway = await startForTests()
  const { answer, closed } = begin('/api/cart', 200)
  await closed
  expect(answer()).toMatch(/^HTTP\/1.1 400 /)
  expect(answer()).toContain('took too long')
})

test('three pictures of one client are received concurrently, and the pictures of other clients are still received', async () => {
  gateway = await startForTests({ trustProxy: true })
  const from = (address: string) => `X-Forwarded-For: ${address}\r\n`
  const first = Array.from({ length: 4 }, () => begin('/api/upload', 6 * 1024 * 1024, from('1.2.3.4')))
  await expect.poll(() => first[3]?.answer()).toMatch(/^HTTP\/1.1 503 /)
  const headers = { 'x-forwarded-for': '5.6.7.8' }
  expect((await gateway.ask('/api/upload', { method: 'POST', body: 'x', headers })).status).toBe(200)
})

test('a body without a length counts as a body of the largest size', async () => {
  gateway = await startForTests()
  const all = Array.from({ length: 4 }, () => begin('/api/upload', 'chunked'))
  await expect.poll(() => all[3]?.answer()).toMatch(/^HTTP\/1.1 503 /)
})
