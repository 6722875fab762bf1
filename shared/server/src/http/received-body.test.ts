import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { PassThrough } from 'node:stream'
import Koa, { type Context } from 'koa'
import { afterEach, expect, test, vi } from 'vitest'
import { SMALL_BODY } from '../limits/sizes.ts'
import { receivedBody } from './request-body.ts'

let close = () => {}
afterEach(() => {
  close()
  vi.useRealTimers()
})

/** Starts a server. Each request waits until the test lets it continue; then its body is read. */
async function waitingServer() {
  const bodies: Promise<string>[] = []
  const turn = Promise.withResolvers<void>()
  const came = Promise.withResolvers<void>()
  const gone = Promise.withResolvers<void>()
  const app = new Koa().use(async (ctx) => {
    ctx.req.once('close', () => gone.resolve())
    came.resolve()
    await turn.promise
    const body = receivedBody(ctx, SMALL_BODY).then(String, (error: Error) => error.message)
    bodies.push(body)
    ctx.body = await body
  })
  const server = createServer(app.callback()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  close = () => {
    server.closeAllConnections()
    server.close()
  }
  return {
    port: (server.address() as AddressInfo).port,
    came: came.promise,
    gone: gone.promise,
    let: turn.resolve,
    bodies,
  }
}

const HEAD = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\n'

test('a body is returned even if it arrived while its request waited', async () => {
  const server = await waitingServer()
  const socket = connect(server.port, '127.0.0.1')
  socket.write(`${HEAD}body`)
  await server.came
  server.let()
  await once(socket, 'data')
  await expect(server.bodies[0]).resolves.toBe('body')
  socket.destroy()
})

test('if a client disconnects while its request waits, nothing waits for its body', async () => {
  const server = await waitingServer()
  const socket = connect(server.port, '127.0.0.1')
  socket.write(`${HEAD}bo`)
  await server.came
  socket.destroy()
  await server.gone
  server.let()
  await expect.poll(() => server.bodies.length).toBe(1)
  await expect(server.bodies[0]).resolves.toBe('The client has closed the connection')
})

test.each([
  ['nothing more of it comes for three seconds', 0, 3_000],
  ['it has not come whole after ten seconds', 2_000, 10_000],
])('a body is refused if %s', async (_, bytesASecond, patientMs) => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  const req = new PassThrough()
  req.write('{')
  const refused = vi.fn()
  receivedBody({ req, set() {} } as unknown as Context, SMALL_BODY).catch(refused)
  for (let ms = 0; ms < patientMs; ms += 500) {
    req.write(Buffer.alloc(bytesASecond / 2))
    await vi.advanceTimersByTimeAsync(500)
  }
  expect(refused).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(500)
  expect(refused).toHaveBeenCalledWith(expect.objectContaining({ message: 'The request took too long to arrive' }))
})
