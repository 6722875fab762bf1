import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerErrors } from '@shop/server/http/answer-errors'
import { serve } from '@shop/server/http/serve'
import Koa from 'koa'
import { afterEach, expect, test, vi } from 'vitest'
import { ANALYSIS, forwardTo } from './forward-to.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  for (const close of closing.splice(0).toReversed()) await close()
})

/** An analysis room that sends the messages of a test, with a gateway in front of it. */
async function startRoom({ newsStatus = 200 } = {}) {
  const open = new Map<string, ServerResponse[]>()
  const signedOut = new Set<string>()
  const server = createServer((call, answer) => {
    if (call.url === '/readyz') return answer.end()
    const isNews = call.url!.startsWith('/analysis/tail/news')
    const status = signedOut.has(call.headers.authorization ?? '') ? 401 : newsStatus
    answer.writeHead(isNews ? status : 200, { 'content-type': 'text/event-stream' })
    answer.write(isNews ? ': from here\n\n' : 'id: 7\n\n')
    open.set(call.url!, [...(open.get(call.url!) ?? []), answer])
    answer.once('close', () =>
      open.set(
        call.url!,
        open.get(call.url!)!.filter((other) => other !== answer),
      ),
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const room = forwardTo([`http://127.0.0.1:${(server.address() as AddressInfo).port}`], ANALYSIS)
  await room.known
  const app = new Koa()
  app.on('error', () => {})
  const serving = await serve(app.use(answerErrors()).use(room.middleware).callback(), { host: '127.0.0.1', port: 0 })
  closing.push(
    () => server.close().closeAllConnections(),
    () => room.close(),
    () => serving.stop(0),
  )
  const at = (path: string) => open.get(path) ?? []
  const listen = (query = '', { isRead = true, as = 'ada' } = {}) =>
    listenAt(`${serving.url}/analysis/tail${query}`, isRead, as)
  return { at, listen, signedOut }
}

async function listenAt(address: string, isRead: boolean, authorization: string) {
  const asked = request(address, { agent: false, headers: { authorization } }).end()
  const [answer]: IncomingMessage[] = await once(asked, 'response')
  let [text, isOver] = ['', false]
  answer!.on('error', () => {}).once('close', () => (isOver = true))
  if (isRead) answer!.setEncoding('utf8').on('data', (more) => (text += more))
  const { statusCode: status, headers } = answer!
  return { status, headers, text: () => text, isOver: () => isOver, leave: () => answer!.destroy() }
}
const NEWS = '/analysis/tail/news'
const GOES_ON = 'id: 7\n\n: from here\n\n'
const event = (n: number) => `id: ${n}\ndata: {"events":[]}\n\n`

test('the room sends shared messages once, and checks for each listener whether it may listen', async () => {
  const { at, listen } = await startRoom()
  const all = await Promise.all(Array.from({ length: 20 }, () => listen()))
  const other = await listen('?type=OrderPlaced')
  expect([at('/analysis/tail').length, at(NEWS).length, at(`${NEWS}?type=OrderPlaced`).length]).toEqual([20, 1, 1])
  expect(all[0]).toMatchObject({ status: 200, headers: { 'content-type': 'text/event-stream' } })
  at(NEWS)[0]!.write(event(8))
  for (const { text } of all) await expect.poll(text).toContain(`id: 7\n\n`)
  for (const { text } of all) await expect.poll(text).toContain(event(8))
  expect(other.text()).not.toContain('id: 8')
})

test('listeners get whole messages, even if a message arrives in several pieces', async () => {
  const { at, listen } = await startRoom()
  const one = await listen()
  const [news, own] = [at(NEWS)[0]!, at('/analysis/tail')[0]!]
  news.write('id: 8\ndata: "gr')
  // A listener who comes between the pieces must also get the whole message.
  const late = await listen()
  own.write(': still here\n\n')
  await expect.poll(one.text).toContain(': still here\n\n')
  news.write('üße"\n\n')
  for (const { text } of [one, late]) await expect.poll(text).toContain('id: 8\ndata: "grüße"\n\n')
  expect(one.text()).toContain(': still here\n\nid: 8')
})

test('a listener who loses access gets nothing more, and the other listeners still get messages', async () => {
  const { at, listen } = await startRoom()
  const [first, second] = [await listen(), await listen()]
  at('/analysis/tail')[0]!.end()
  await expect.poll(first.isOver).toBe(true)
  at(NEWS)[0]!.write(event(8))
  await expect.poll(second.text).toContain(event(8))
  expect(first.text()).not.toContain('id: 8')
})

test('if one listener’s credentials lose access, the next listener’s credentials are used, and all check what they missed', async () => {
  const { at, listen, signedOut } = await startRoom()
  const [first, second] = [await listen(), await listen()]
  const others = [await listen('', { as: 'bob' }), await listen('', { as: 'cem' })]
  signedOut.add('ada')
  at('/analysis/tail')[0]!.end()
  at(NEWS)[0]!.end()
  for (const { text } of others) await expect.poll(text).toBe(`id: 7\n\n${GOES_ON}`)
  await expect.poll(first.isOver).toBe(true)
  await expect.poll(() => at(NEWS).length).toBe(1)
  at('/analysis/tail')[0]!.end()
  await expect.poll(second.isOver).toBe(true)
  at(NEWS)[0]!.write(event(8))
  for (const { text } of others) await expect.poll(text).toContain(event(8))
  expect(first.text() + second.text()).not.toContain('id: 8')
  // Now the next listener loses access too.
  signedOut.add('bob')
  at(NEWS)[0]!.destroy()
  await expect.poll(others[1]!.text).toBe(`id: 7\n\n${GOES_ON}${event(8)}${GOES_ON}`)
})

test('each listener’s credentials are used at most once, so a room that ends each stream is not asked forever', async () => {
  const { at, listen } = await startRoom()
  const all = [await listen(), await listen()]
  const [first] = at(NEWS)
  first!.destroy()
  await expect.poll(() => at(NEWS).filter((one) => one !== first).length).toBe(1)
  at(NEWS).at(-1)!.destroy()
  for (const { isOver } of all) await expect.poll(isOver, { timeout: 10_000 }).toBe(true)
})

test('when the room stops sending, all streams end, so that clients reconnect', async () => {
  const { at, listen, signedOut } = await startRoom()
  const all = [await listen(), await listen()]
  signedOut.add('ada')
  at(NEWS)[0]!.destroy()
  for (const { isOver } of all) await expect.poll(isOver).toBe(true)
  await expect.poll(() => at('/analysis/tail').length).toBe(0)
  signedOut.clear()
  const again = await listen()
  at(NEWS)[0]!.write(event(8))
  await expect.poll(again.text).toContain(event(8))
})

test('the room sends messages until the last listener has left', async () => {
  const { at, listen } = await startRoom()
  const [first, second] = [await listen(), await listen()]
  first.leave()
  await expect.poll(() => at('/analysis/tail').length).toBe(1)
  at(NEWS)[0]!.write(event(8))
  await expect.poll(second.text).toContain(event(8))
  second.leave()
  await expect.poll(() => at(NEWS).length).toBe(0)
})

test('a listener that does not read is disconnected, and delays no other listener', async () => {
  const { at, listen } = await startRoom()
  const [stuck, reading] = [await listen('', { isRead: false }), await listen()]
  const [ofStuck, ofReading] = at('/analysis/tail')
  const long = `data: ${'x'.repeat(64 * 1024)}\n\n`
  let sent = 0
  // Sends each message only after the reader has received the previous message. So only the client that does not read falls behind.
  for (; at('/analysis/tail').includes(ofStuck!); sent++) {
    expect(sent, '64 KiB each').toBeLessThan(1_000)
    at(NEWS)[0]!.write(long)
    await expect.poll(() => reading.text().length, { interval: 1 }).toBeGreaterThanOrEqual((sent + 1) * long.length)
  }
  expect(at('/analysis/tail')).toEqual([ofReading])
  expect(reading.isOver()).toBe(false)
  stuck.leave()
})

test('when the room cannot send messages, no client may listen', async () => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const { at, listen } = await startRoom({ newsStatus: 429 })
  expect((await listen()).status).toBe(503)
  await expect.poll(() => at('/analysis/tail').length).toBe(0)
})
