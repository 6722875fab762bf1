import { ShopError, StoreUnavailable } from '@shop/language/errors'
import { unwritable } from '@shop/stores/unwritable'
import Koa from 'koa'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answerErrors } from './answer-errors.ts'
import { serve } from './serve.ts'

let lines: string
beforeEach(() => {
  lines = ''
  vi.spyOn(process.stderr, 'write').mockImplementation((line) => {
    lines += String(line)
    return true
  })
})
afterEach(() => vi.restoreAllMocks())

async function answerTo(error: Error) {
  const app = new Koa().use(answerErrors()).use(() => {
    throw error
  })
  const { url, stop } = await serve(app.callback(), { host: '127.0.0.1', port: 0 })
  const answer = await fetch(url)
  await stop(0)
  return { status: answer.status, body: await answer.json() }
}

const cause = new Error('database or disk is full')

test.each([
  ['a disk that is full', unwritable(cause), /^We cannot take any changes right now/],
  ['a log that is away', new StoreUnavailable('The log could not be read', { cause }), /^We cannot do this right now/],
])('for %s the caller gets a plain answer, and the operator gets the reason', async (_, error, said) => {
  expect(await answerTo(error)).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE', message: said } })
  const [line = ''] = lines.split('\n')
  expect(JSON.parse(line)).toMatchObject({ level: 'error', message: error.message, cause: cause.message })
})

test.each(['UNAVAILABLE', 'PROVIDER_UNAVAILABLE'] as const)('of many %s in a minute, one is logged', async (code) => {
  const app = new Koa().use(answerErrors()).use(() => {
    throw new ShopError(code, 'The provider does not answer', { cause })
  })
  const { url, stop } = await serve(app.callback(), { host: '127.0.0.1', port: 0 })
  for (let n = 0; n < 3; n++) await fetch(url)
  await stop(0)
  expect(lines.split('\n').filter(Boolean)).toHaveLength(1)
})

test('any other refusal keeps its code and message', async () => {
  const refusal = new ShopError('UNAVAILABLE', 'The shop is starting. Try again in a moment')
  expect((await answerTo(refusal)).body).toMatchObject({ code: 'UNAVAILABLE', message: refusal.message })
})
