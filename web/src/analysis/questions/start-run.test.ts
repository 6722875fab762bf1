import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startRun } from './start-run.ts'

type Sent = Readonly<{ method: string; keepalive?: boolean }>
let calls: string[]
let page: EventTarget
/** The state of each run of the shop, by id. */
let shop: Map<string, 'running' | 'failed'>
/** Answers the POST that waits longest. */
let answerPost: () => void

beforeEach(() => {
  calls = []
  shop = new Map()
  page = new EventTarget()
  const waiting: (() => void)[] = []
  answerPost = () => waiting.shift()!()
  vi.stubGlobal('localStorage', { getItem: () => null })
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  vi.stubGlobal('fetch', async (path: string, { method, keepalive }: Sent) => {
    calls.push(`${method} ${path.replace('/api/analysis/', '')}${keepalive ? ', also while leaving' : ''}`)
    let id = path.split('/').at(-1)!
    if (method === 'POST') {
      await new Promise<void>((resolve) => waiting.push(resolve))
      id = `r${shop.size + 1}`
      shop.set(id, 'running')
    }
    if (method === 'GET') await turns()
    if (method === 'DELETE') shop.set(id, 'failed')
    return Response.json({ id, state: shop.get(id) })
  })
})
afterEach(() => void vi.unstubAllGlobals())

const start = () => startRun({ sql: 'SELECT 1', parameters: {} }, () => {})
const turns = () => new Promise((resolve) => setTimeout(resolve))

test('a run starts after the cancelled runs have ended, and a run that was cancelled before this never starts', async () => {
  const first = start()
  await turns()
  first.cancel()
  const second = start()
  second.cancel()
  const third = start()
  await turns()
  expect(calls).toEqual(['POST runs'])
  answerPost()
  expect(await first.ended).toMatchObject({ id: 'r1', state: 'failed' })
  expect(await second.ended).toMatchObject({ state: 'failed', failure: { reason: 'cancelled' } })
  await turns()
  expect(calls).toEqual(['POST runs', 'DELETE runs/r1', 'POST runs'])
  answerPost()
  third.cancel()
  await third.ended
})

test('leaving the site cancels a run, but not one that has ended', async () => {
  const run = start()
  await turns()
  answerPost()
  await expect.poll(() => calls).toContain('GET runs/r1')
  page.dispatchEvent(new Event('pagehide'))
  expect(calls).toContain('DELETE runs/r1, also while leaving')
  await run.ended
  const before = calls.length
  page.dispatchEvent(new Event('pagehide'))
  expect(calls.length).toBe(before)
})
