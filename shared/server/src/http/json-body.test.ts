import { request } from 'node:http'
import { isShopError } from '@shop/language/errors'
import Koa from 'koa'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { jsonBody } from './request-body.ts'
import { type Serving, serve } from './serve.ts'

let room: Serving
beforeEach(async () => {
  const app = new Koa()
    .use((ctx, next) =>
      next().catch((error: unknown) => {
        if (!isShopError(error)) throw error
        ctx.status = error.status
        ctx.body = { code: error.code, fields: error.details.fields }
      }),
    )
    .use(jsonBody())
    .use((ctx) => {
      ctx.body = { read: ctx.request.body }
    })
  room = await serve(app.callback(), { host: '127.0.0.1', port: 0 })
})
afterEach(() => room.stop(0))

const JSON_TYPE = { 'content-type': 'application/json' }

function send(body: Buffer | string, headers: Record<string, string> = {}): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers()
  const call = request(room.url, { method: 'POST', headers: { ...JSON_TYPE, ...headers } }, async (answer) => {
    const chunks = await Array.fromAsync(answer as AsyncIterable<Buffer>)
    resolve({ status: answer.statusCode, ...JSON.parse(Buffer.concat(chunks).toString()) })
  })
  call.once('error', reject)
  call.end(body)
  return promise
}

const bytes = (...parts: (string | number)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from([part]))))

test.each([
  ['an object', '{"a":[1,"ü"]}', { a: [1, 'ü'] }],
  ['an array', '[1]', [1]],
  ['nothing', '', {}],
  ['the sign that stands for an unknown character', '{"a":"\uFFFD"}', { a: '\uFFFD' }],
  ['a byte order mark inside a text', '{"a":"\uFEFF"}', { a: '\uFEFF' }],
])('%s is read as it was sent', async (_, body, read) => {
  expect(await send(body)).toEqual({ status: 200, read })
})

test.each([
  ['a byte order mark', bytes(0xef, 0xbb, 0xbf, '{}')],
  ['a byte that is no UTF-8', bytes('{"a":"', 0xff, '"}')],
  ['half a character', bytes('{"a":"', 0xe2, 0x82, '"}')],
  ['a surrogate in three bytes', bytes('{"a":"', 0xed, 0xa0, 0x80, '"}')],
  ['a text alone', '"a"'],
  ['null', 'null'],
  ['half an object', '{"a":'],
  ['a name of the prototype', '{"a":{"__proto__":{"b":1}}}'],
  ['more levels than any call has', `${'['.repeat(22)}${']'.repeat(22)}`],
])('%s is refused', async (_, body) => {
  expect(await send(body)).toMatchObject({ status: 400, code: 'MALFORMED_JSON', fields: [{ path: 'body' }] })
})

test('a refusal of valid JSON says what is wrong', async () => {
  expect(await send('null')).toMatchObject({ fields: [{ message: 'The body must be a JSON object' }] })
})

test('a body that is too large is refused, whether or not its length was sent in advance', async () => {
  const large = JSON.stringify({ a: 'x'.repeat(100 * 1024) })
  expect(await send(large)).toEqual({ status: 413, code: 'TOO_LARGE' })
  expect(await send(large, { 'transfer-encoding': 'chunked' })).toEqual({ status: 413, code: 'TOO_LARGE' })
})

test.each([
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/json; charset=utf-16' },
  { 'content-encoding': 'gzip' },
])('a body with %j is refused', async (headers) => {
  expect(await send('{}', headers as Record<string, string>)).toEqual({ status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' })
})
