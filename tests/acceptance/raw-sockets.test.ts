import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callerAt } from '../support/caller.ts'
import { startShop } from '../support/shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
beforeAll(async () => {
  shop = await startShop({ DEMO: 'off' })
})
afterAll(() => shop.close())

const socketTo = () => connect(Number(new URL(shop.url).port), new URL(shop.url).hostname)

/** Sends these bytes, and returns everything that the server sends until it closes the connection. */
async function rawly(bytes: string | Buffer): Promise<string> {
  const socket = socketTo()
  let answer = ''
  socket.on('data', (chunk) => (answer += chunk)).on('error', () => {})
  socket.write(bytes)
  await once(socket, 'close')
  return answer
}

const login = (headers: string, body: string) =>
  `POST /api/users/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${headers}\r\n\r\n${body}`
const chunked = (body: string) => login('Transfer-Encoding: chunked', body)
const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers}\r\n`
const asked = (method: string) => `${method} /api/products HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`

const rows: readonly [id: string, what: string, bytes: string | Buffer, status: number][] = [
  ['H01', 'TRACE', asked('TRACE'), 405],
  ['H01b', 'CONNECT', 'CONNECT evil.test:80 HTTP/1.1\r\nHost: evil.test\r\n\r\n', 405],
  ['H01c', 'an unknown method', asked('FOO'), 501],
  ['H15', 'two different lengths', login('Content-Length: 2\r\nContent-Length: 5', '{}'), 400],
  ['H15b', 'the same length twice', login('Content-Length: 2\r\nContent-Length: 2', '{}'), 400],
  ['H15c', 'a length and chunks', login('Content-Length: 2\r\nTransfer-Encoding: chunked', '0\r\n\r\n'), 400],
  ['H15d', 'a chunk whose size is not a number', chunked('ZZ\r\n{}\r\n0\r\n\r\n'), 400],
  ['H15e', 'a good chunk and then a bad one', chunked('1\r\n{\r\nZZ\r\n}\r\n0\r\n\r\n'), 400],
  ['H15f', 'a chunk with a very long comment', chunked(`2;${'a'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`), 400],
  ['H15g', 'a header of 20 KiB', get('/api/products', `X: ${'x'.repeat(20_000)}\r\n`), 431],
  ['H15h', 'a NUL in the address', get('/api/\0products'), 400],
  ['H15i', 'a NUL in a header', get('/api/products', 'X: a\0b\r\n'), 400],
  ['H15j', 'HTTP/2 without negotiation', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
  ['H15k', 'the beginning of TLS', Buffer.from([0x16, 3, 1, 0, 200, 1, 0, 0, 0, 0, 13, 10, 13, 10]), 501],
  ['H15l', 'no host', 'GET /api/products HTTP/1.1\r\n\r\n', 400],
  ['H15m', 'two hosts', get('/api/products', 'Host: x\r\n'), 400],
  ['H15n', 'two hosts, one with its header in mixed case', get('/', 'hOST: evil.test\r\n'), 400],
  ['H09d', 'a byte order mark before the body', login('Content-Length: 5', '\uFEFF{}'), 400],
  ['U14', 'a picture outside its folder', get('/uploads/../package.json'), 404],
  ['U14b', 'a picture outside its folder, with escaped dots', get('/uploads/%2e%2e/%2e%2e/package.json'), 404],
  ['U14c', 'a picture outside its folder, with escaped backslashes', get('/uploads/..%5c..%5cpackage.json'), 404],
  ['U14d', 'a picture outside its folder, with escaped slashes', get('/uploads/%2F..%2F..%2Fpackage.json'), 404],
  ['U14e', 'a page outside its folder', get('/../../package.json'), 404],
  ['T10c', 'two tokens', get('/api/orders/my-orders', 'Authorization: Bearer a\r\nAuthorization: Bearer b\r\n'), 401],
]

describe.each(rows)('%s: %s', (_id, _what, bytes, status) => {
  test('is refused with the standard error body, and the shop continues', async () => {
    const [head = '', body = ''] = (await rawly(bytes)).split('\r\n\r\n')
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(head).toMatch(/^x-content-type-options: nosniff\r?$/im)
    expect(head).toMatch(/^cache-control: no-store\r?$/im)
    expect(JSON.parse(body)).toMatchObject({
      message: expect.any(String),
      code: expect.stringMatching(/^[A-Z_]+$/),
      ...(status === 400 && { fields: [{ path: expect.any(String), message: expect.any(String) }] }),
    })
    expect((await callerAt(shop.url).get('/readyz')).status).toBe(200)
  })
})

/** Sends `head`, and then `piece` every second. Resolves when the server closes the connection. */
async function trickle(head: string, piece: string) {
  const socket = socketTo()
  socket.on('error', () => {}).resume()
  socket.write(head)
  const writing = setInterval(() => socket.write(piece), 1000)
  await once(socket, 'close')
  clearInterval(writing)
}

const MULTIPART = 'Content-Type: multipart/form-data; boundary=b'

test('H07: connections that trickle their headers are closed before an upload of 20 s ends, and delay no other request', async () => {
  const closed: string[] = []
  const note = (what: string) => () => closed.push(what)
  const piece = 'x'.repeat(4096)
  const upload = `POST /api/upload HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${MULTIPART}\r\n`
  const uploading = trickle(`${upload}Content-Length: ${20 * piece.length}\r\n\r\n`, piece).then(note('the upload'))
  const heads = Array.from({ length: 200 }, () =>
    trickle('GET /api/products HTTP/1.1\r\nHost: x\r\nX', 'x').then(note('a head')),
  )
  const anonymous = callerAt(shop.url)
  for (let n = 0; n < 20; n++) expect((await anonymous.get('/api/products')).status).toBe(200)
  expect(closed).toEqual([])
  await Promise.all(heads)
  expect(closed).not.toContain('the upload')
  await uploading
})
