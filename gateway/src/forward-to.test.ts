import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { answerErrors } from '@shop/server/http/answer-errors'
import { serve } from '@shop/server/http/serve'
import Koa from 'koa'
import { afterEach, expect, test, vi } from 'vitest'
import { forwardTo } from './forward-to.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  for (const close of closing.splice(0).toReversed()) await close()
})

type Process = { url: string; calls: string[]; isReady: boolean; kill: () => void; server: Server }

/** One process of a room. `answer` gets every call except the probes. */
async function start(answer: RequestListener = (_, response) => response.end('{}'), port = 0): Promise<Process> {
  const calls: string[] = []
  const server = createServer((request, response) => {
    if (request.url === '/readyz') return response.writeHead(room.isReady ? 200 : 503).end()
    calls.push(`${request.method} ${request.url}`)
    answer(request, response)
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  const kill = () => {
    server.closeAllConnections()
    server.close()
  }
  closing.push(kill)
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const room: Process = { url, calls, isReady: true, kill, server }
  return room
}

/** A gateway that only forwards requests to these processes. */
async function gatewayTo(...processes: Process[]) {
  return await gatewayWith({}, ...processes)
}

async function gatewayWith(options: Parameters<typeof forwardTo>[1], ...processes: Process[]) {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const room = forwardTo(
    processes.map(({ url }) => url),
    options,
  )
  await room.known
  const app = new Koa({ proxy: true })
  app.on('error', () => {})
  app.use(answerErrors()).use(room.middleware)
  const serving = await serve(app.callback(), { host: '127.0.0.1', port: 0 })
  closing.push(() => serving.stop(0), room.close)
  return {
    room,
    url: serving.url,
    ask: (path: string, options: RequestInit = {}) =>
      fetch(serving.url + path, { redirect: 'manual', signal: AbortSignal.timeout(10_000), ...options }),
  }
}

const mirror: RequestListener = async (request, response) => {
  const body = Buffer.concat(await request.toArray())
  response.setHeader('set-cookie', ['a=1', 'b=2'])
  response.setHeader('x-position', '7')
  response.end(JSON.stringify({ method: request.method, url: request.url, headers: request.headers, body: `${body}` }))
}

test('end-to-end headers pass between caller and room in both directions, and forged ids are removed', async () => {
  const { ask } = await gatewayTo(await start(mirror))
  const answer = await ask('/cart?a=1%2F2', {
    method: 'PUT',
    body: '{"quantity":1}',
    headers: {
      'content-type': 'application/json',
      cookie: 'guest=x',
      origin: 'https://shop.test',
      'idempotency-key': 'mine',
      'x-forwarded-for': '192.0.2.7',
      'x-request-id': 'forged-by-the-caller',
      'x-command-id': 'forged-by-the-caller',
      te: 'trailers',
    },
  })
  expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  expect(answer.headers.get('x-position')).toBe('7')
  expect(await answer.json()).toMatchObject({
    method: 'PUT',
    url: '/cart?a=1%2F2',
    body: '{"quantity":1}',
    headers: {
      'content-type': 'application/json',
      'content-length': '14',
      cookie: 'guest=x',
      origin: 'https://shop.test',
      'idempotency-key': 'mine',
      // Here the shop trusts the proxy in front of it. Without a trusted proxy, the client's own header is ignored.
      'x-forwarded-for': '192.0.2.7',
      'x-forwarded-proto': 'http',
    },
  })
})

test('hop-by-hop headers are not forwarded', async () => {
  const { ask } = await gatewayTo(await start(mirror))
  const answer = await ask('/', { headers: { te: 'trailers', 'proxy-authorization': 'x' } })
  const { headers } = (await answer.json()) as { headers: object }
  expect(headers).not.toHaveProperty('te')
  expect(headers).not.toHaveProperty('proxy-authorization')
})

test('an answer without a body, an answer to HEAD and a 304 are forwarded unchanged', async () => {
  const { ask } = await gatewayTo(
    await start((request, response) => {
      response.setHeader('etag', '"1"')
      response.writeHead(request.url === '/same' ? 304 : 200).end()
    }),
  )
  expect((await ask('/same')).status).toBe(304)
  const head = await ask('/', { method: 'HEAD' })
  expect([head.status, head.headers.get('etag')]).toEqual([200, '"1"'])
  expect(await (await ask('/')).text()).toBe('')
})

test('a large request body is streamed to the room', async () => {
  const { ask } = await gatewayTo(await start(mirror))
  const body = 'x'.repeat(1_000_000)
  const answer = await ask('/uploads', { method: 'POST', body })
  expect(await answer.json()).toMatchObject({ body })
})

test('a refusal that is sent before the whole body is read arrives, even if the client sends the whole body first', async () => {
  const { url } = await gatewayTo(await start((_, response) => response.writeHead(413).end('{"code":"TOO_LARGE"}')))
  const bytes = 40_000_000
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.write(`POST /uploads HTTP/1.1\r\nHost: shop\r\nContent-Length: ${bytes}\r\n\r\n`)
  await new Promise<unknown>((sent) => socket.write(Buffer.alloc(bytes), sent))
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1.1 413 .*"TOO_LARGE"/s)
  socket.destroy()
})

test('the ready processes of a room get requests in turn, and a process that is not ready gets no requests', async () => {
  const [one, two, starting] = [await start(), await start(), await start()]
  starting.isReady = false
  const { ask } = await gatewayTo(one, two, starting)
  for (let n = 0; n < 6; n++) await ask('/')
  expect([one, two, starting].map(({ calls }) => calls.length)).toEqual([3, 3, 0])
})

test('no request fails when a process dies, and the process gets requests again once it is ready again', async () => {
  const [one, two] = [await start(), await start()]
  const { ask } = await gatewayTo(one, two)
  one.kill()
  for (let n = 0; n < 6; n++) expect((await ask('/')).status).toBe(200)
  expect(two.calls).toHaveLength(6)
  const back = await start(undefined, Number(new URL(one.url).port))
  await expect
    .poll(async () => {
      await ask('/')
      return back.calls.length
    })
    .toBeGreaterThan(0)
})

test('a process that missed a probe gets the requests that no ready process answers', async () => {
  const [one, two] = [await start(), await start()]
  two.isReady = false
  const { ask, room } = await gatewayTo(one, two)
  one.kill()
  for (let n = 0; n < 3; n++) expect((await ask('/cart', { method: 'POST', body: '{}' })).status).toBe(200)
  expect([room.ready(), two.calls.length]).toEqual([[], 3])
})

test('while no process is ready, a request waits a moment for a ready process', async () => {
  const one = await start()
  const { ask } = await gatewayTo(one)
  one.kill()
  expect((await ask('/')).status).toBe(503)
  const later = ask('/')
  await start(undefined, Number(new URL(one.url).port))
  expect((await later).status).toBe(200)
})

test('without a ready process the answer is 503 with Retry-After', async () => {
  const one = await start()
  const { ask } = await gatewayTo(one)
  one.kill()
  const answer = await ask('/')
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1'])
  expect(await answer.json()).toMatchObject({ code: 'UNAVAILABLE' })
})

test('a write whose outcome is unknown is sent to another process with the same command id', async () => {
  const keys: unknown[] = []
  const answerFrom =
    (drop: boolean): RequestListener =>
    (request, response) => {
      keys.push(request.headers['x-command-id'])
      if (drop) request.socket.destroy()
      else response.end('{}')
    }
  const { ask } = await gatewayTo(await start(answerFrom(true)), await start(answerFrom(false)))
  for (let n = 0; n < 2; n++) expect((await ask('/cart', { method: 'POST', body: '{}' })).status).toBe(200)
  expect(keys).toHaveLength(3)
  const [first, again, other] = keys
  expect(first).toMatch(/^[\w-]{36}$/)
  expect(new Set([first, again]).size + new Set([again, other]).size).toBe(3)
})

test('a request whose body is too large to be kept is not sent to another process', async () => {
  const dropping = await start((request) => request.socket.destroy())
  const other = await start()
  const { ask } = await gatewayTo(dropping, other)
  const body = 'x'.repeat(300_000)
  const statuses = [await ask('/uploads', { method: 'POST', body }), await ask('/uploads', { method: 'POST', body })]
  expect(statuses.map(({ status }) => status).toSorted()).toEqual([200, 503])
})

test('a read that is answered with 503 is sent to another process, but a write is not', async () => {
  const broken = await start((_, response) => response.writeHead(503).end('{}'))
  const { ask } = await gatewayTo(broken, await start())
  expect([(await ask('/')).status, (await ask('/')).status]).toEqual([200, 200])
  const writes = [await ask('/', { method: 'POST' }), await ask('/', { method: 'POST' })]
  expect(writes.map(({ status }) => status).toSorted()).toEqual([200, 503])
})

test('a read that takes too long is sent to each process only once, because that process may still work on it', async () => {
  const slow = await start(() => {})
  const alone = await gatewayWith({ readMs: 100 }, slow)
  expect((await alone.ask('/')).status).toBe(503)
  expect(slow.calls).toEqual(['GET /'])
  const other = await start(() => {})
  const two = await gatewayWith({ readMs: 100 }, slow, other)
  expect((await two.ask('/')).status).toBe(503)
  expect([slow.calls.length, other.calls.length]).toEqual([2, 1])
})

test('when the caller disconnects, the gateway disconnects from the room', async () => {
  const closed: (string | undefined)[] = []
  const one = await start(({ url }, response) => void response.once('close', () => closed.push(url)))
  const { ask } = await gatewayTo(one)
  const caller = new AbortController()
  const staying = ask('/stays').catch(() => {})
  await expect.poll(() => one.calls.length).toBe(1)
  const leaving = ask('/leaves', { signal: caller.signal }).catch(() => {})
  await expect.poll(() => one.calls.length).toBe(2)
  caller.abort()
  // If the gateway waited for its time limit, the earlier request would end first.
  await expect.poll(() => closed).not.toEqual([])
  expect(closed).toEqual(['/leaves'])
  await Promise.all([staying, leaving])
})

test('connections to a room are kept open and used again', async () => {
  const one = await start()
  let connections = 0
  one.server.on('connection', () => connections++)
  const { ask } = await gatewayTo(one)
  for (let n = 0; n < 5; n++) await (await ask('/')).text()
  expect(connections).toBeLessThanOrEqual(2)
})

test('every request is answered even if kept connections break at their next request', async () => {
  const used = new WeakSet()
  const one = await start(async (request, response) => {
    if (used.has(request.socket)) return request.socket.destroy()
    used.add(request.socket)
    // All five calls must wait concurrently, so that they need five connections.
    await sleep(50)
    response.end('{}')
  })
  const { ask } = await gatewayTo(one)
  const five = async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask('/', { method: 'POST' })))
    return answers.map(({ status }) => status)
  }
  expect(await five()).toEqual([200, 200, 200, 200, 200])
  expect(await five()).toEqual([200, 200, 200, 200, 200])
})

test('if an answer ends before it is complete, the caller’s connection is closed too', async () => {
  const { ask } = await gatewayTo(
    await start((request, response) => {
      response.writeHead(200, { 'content-length': 100 }).write('half')
      void sleep(50).then(() => request.socket.destroy())
    }),
  )
  const answer = await ask('/')
  await expect(answer.text()).rejects.toThrow()
})

test('the writes of one customer or guest go to one process, and other requests to the processes in turn', async () => {
  const processes = [await start(), await start()]
  const { ask } = await gatewayTo(...processes)
  const taken = () => processes.map(({ calls }) => calls.splice(0).length)
  const four = async (path: string, options: RequestInit) => {
    for (let time = 0; time < 4; time++) await ask(path, options)
    return taken().toSorted()
  }
  const post = (more: RequestInit) => ({
    method: 'POST',
    ...more,
    headers: { 'content-type': 'application/json', ...more.headers },
  })
  const signedIn = { headers: { authorization: 'Bearer a.b.c' } }
  expect(await four('/checkouts', post({ body: '{}', ...signedIn }))).toEqual([0, 4])
  expect(await four('/cart', post({ body: '{"guestId": "guest_1", "quantity": 1}' }))).toEqual([0, 4])
  expect(await four('/contact', post({ body: '{}' }))).toEqual([2, 2])
  expect(await four('/orders', signedIn)).toEqual([2, 2])

  const begins = Array.from({ length: 20 }, (_, n) => ask('/cart', post({ body: `{"guestId":"guest_${n}"}` })))
  await Promise.all(begins)
  expect(Math.min(...taken())).toBeGreaterThan(3)
})
