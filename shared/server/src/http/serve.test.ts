import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { connect } from 'node:net'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { ListenError } from './listen.ts'
import { type Serving, serve } from './serve.ts'

const here = { host: '127.0.0.1', port: 0 }
let serving: Serving
afterEach(() => serving.stop(0))

/** Sends a text on a raw socket. Resolves with everything that is received until the socket is closed. */
function rawly(text: string): Promise<string> {
  const { hostname, port } = new URL(serving.url)
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(Number(port), hostname, () => socket.write(text))
    socket.on('data', (chunk) => (answer += chunk)).on('end', () => resolve(answer))
    socket.on('error', reject)
  })
}

test.each([false, true])('a port in use is reported in one line (direct: %s)', async (direct) => {
  serving = await serve((_, response) => response.end(), here, { direct })
  const port = Number(new URL(serving.url).port)
  const second = serve((_, response) => response.end(), { ...here, port }, { direct })
  await expect(second).rejects.toThrow(ListenError)
  await expect(second).rejects.toThrow(`PORT: another program uses ${port} on 127.0.0.1`)
})

test("another machine's address is reported in one line", async () => {
  serving = await serve((_, response) => response.end(), here)
  const elsewhere = serve((_, response) => response.end(), { host: '192.0.2.1', port: 0 })
  await expect(elsewhere).rejects.toThrow('HOST: 192.0.2.1 is not an address of this machine')
})

test.each([false, true])(
  'a request that is running when the server stops is answered, and its connection is closed (direct: %s)',
  async (direct) => {
    const slow: RequestListener = async (_, response) => {
      await pause(150)
      response.end('done')
    }
    serving = await serve(slow, here, { direct })
    const answer = fetch(serving.url)
    await pause(50)
    const stopped = serving.stop(0)
    expect(await (await answer).text()).toBe('done')
    expect((await answer).headers.get('connection')).toBe('close')
    await stopped
    await expect(fetch(serving.url)).rejects.toThrow()
  },
)

test('a request that arrives in the grace period is answered', async () => {
  serving = await serve((_, response) => response.end('still here'), here)
  const stopped = serving.stop(200)
  expect(await (await fetch(serving.url)).text()).toBe('still here')
  await stopped
})

/** Checks that the stop ends before an idle connection ends by itself, to a second server that does not stop. */
async function stopBeforeIdleEnds() {
  const other = await serve((_, response) => response.end('done'), here)
  const { hostname, port } = new URL(other.url)
  const idle = connect(Number(port), hostname, () => idle.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'))
  await once(idle, 'data')
  await serving.stop(0)
  expect(idle.readableEnded).toBe(false)
  idle.destroy()
  await other.stop(0)
}

test('an idle connection does not delay the stop', async () => {
  serving = await serve((_, response) => response.end('done'), here)
  await (await fetch(serving.url)).text()
  await stopBeforeIdleEnds()
})

test('a connection on which no request came yet, as browsers open it in advance, does not delay the stop', async () => {
  serving = await serve((_, response) => response.end('done'), here)
  const { hostname, port } = new URL(serving.url)
  const socket = connect(Number(port), hostname)
  const closed = once(socket, 'close')
  await once(socket, 'connect')
  await pause(50)
  await stopBeforeIdleEnds()
  await closed
})

test('an event stream that starts while the server stops does not delay the stop', async () => {
  serving = await serve(async (_, response) => {
    await pause(150)
    response.setHeader('content-type', 'text/event-stream')
    response.write(': here\n\n')
  }, here)
  const listening = fetch(serving.url)
  await pause(50)
  await stopBeforeIdleEnds()
  await expect((await listening).text()).rejects.toThrow()
})

test('an event stream that is open does not delay the stop, and is cut off', async () => {
  serving = await serve((_, response) => {
    response.setHeader('content-type', 'text/event-stream; charset=utf-8')
    response.write(': here\n\n')
  }, here)
  const answer = await fetch(serving.url)
  await stopBeforeIdleEnds()
  await expect(answer.text()).rejects.toThrow()
})

test.each([
  ['FOO / HTTP/1.1\r\nHost: x\r\n\r\n', 501, 'METHOD_NOT_ALLOWED'],
  ['CONNECT evil.test:80 HTTP/1.1\r\nHost: evil.test\r\n\r\n', 405, 'METHOD_NOT_ALLOWED'],
  ['GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', 400, 'VALIDATION_FAILED'],
  ['GET / HTTP/1.1\r\n\r\n', 400, 'VALIDATION_FAILED'],
  ['GET / HTTP/1.1\r\nHost: x\r\nExpect: tea\r\n\r\n', 417, 'VALIDATION_FAILED'],
  [`GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(17_000)}\r\n\r\n`, 431, 'TOO_LARGE'],
])('a request that the shop cannot read is refused in the common form: %.20s', async (text, status, code) => {
  serving = await serve((_, response) => response.end(), here)
  const [head = '', body = ''] = (await rawly(text)).split('\r\n\r\n')
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(head).toContain('X-Content-Type-Options: nosniff')
  expect(JSON.parse(body)).toMatchObject({ code, message: expect.any(String), requestId: expect.any(String) })
})

test('a request without a single host is refused after the answers to earlier requests of its connection', async () => {
  serving = await serve(async (_, response) => {
    await nextTurn()
    response.end('answered')
  }, here)
  const request = 'GET / HTTP/1.1\r\nHost: x\r\n'
  const answers = await rawly(`${request}\r\n${request}Host: y\r\n\r\n${request}\r\n`)
  expect(answers.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400'])
  expect(answers.indexOf('answered')).toBeLessThan(answers.indexOf('HTTP/1.1 400'))
})
