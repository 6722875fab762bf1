import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import Koa from 'koa'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Answer, createKeptAnswers, ENCODINGS, type KeptAnswers } from './kept-answers.ts'
import { knownAnswers, mayBeKept, publicAnswers } from './public-answers.ts'

const MIB = 1024 * 1024
let kept: KeptAnswers
let server: Server
let made: number
beforeEach(async () => {
  made = 0
  kept = createKeptAnswers(() => 1)
  const app = new Koa()
    .use(publicAnswers(kept))
    .use(knownAnswers(kept))
    .use((ctx) => {
      if (ctx.path !== '/mine') mayBeKept(ctx)
      ctx.body = { made: ++made, text: 'a'.repeat(Number(ctx.querystring)) }
    })
  server = app.listen(0)
  await once(server, 'listening')
})
afterEach(() => server.close())

const ask = (path: string, encoding = 'identity') =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, {
    headers: { 'accept-encoding': encoding },
  })

test('only answers that are marked are cached, and an answer to one person has no tag', async () => {
  for (const path of ['/products', '/mine']) {
    const [first, second] = [await ask(path), await ask(path)]
    const numberIn = async (answer: Response) => ((await answer.json()) as { made: number }).made
    expect((await numberIn(first)) === (await numberIn(second)), path).toBe(path === '/products')
    expect(second.headers.has('etag'), path).toBe(path === '/products')
  }
})

test('a cached answer takes no more memory than its bytes', async () => {
  for (const encoding of ENCODINGS) await ask('/products?2000', encoding)
  const { body, zipped } = kept.find('/products?2000')!
  for (const bytes of [body, zipped!.br!, zipped!.gzip!]) expect(bytes.buffer.byteLength).toBe(bytes.length)
})

const answerOf = (bytes: number): Answer => ({ body: Buffer.alloc(bytes), etag: '"1"', head: [], zipped: undefined })

test('long answers are cached too, and when there is no more room, the least recently used answers are dropped', () => {
  for (let n = 0; n < 9; n++) kept.keep(`/${n}`, answerOf(4 * MIB - 100), 1000, 1)
  expect(kept.find('/8')).toBeDefined()
  expect(kept.find('/0')).toBeUndefined()
  kept.keep('/too-long', answerOf(4 * MIB), 1000, 1)
  expect(kept.find('/too-long')).toBeUndefined()
})

test('an answer is cached for its time, and is not cached if its making began before a change', () => {
  kept.keep('/old', answerOf(1), 1000, 0)
  expect(kept.find('/old')).toBeUndefined()
  const now = vi.spyOn(performance, 'now').mockReturnValue(0)
  kept.keep('/new', answerOf(1), 500, 1)
  now.mockReturnValue(499)
  expect(kept.find('/new')).toBeDefined()
  now.mockReturnValue(500)
  expect(kept.find('/new')).toBeUndefined()
  vi.restoreAllMocks()
})
