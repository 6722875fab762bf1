import type { Seen, TrailBody } from '@shop/language/analysis/trail'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const storage = new Map<string, string>()
const sent: Promise<TrailBody>[] = []
let leave = () => {}

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-03-02T12:00:00.000Z'), toFake: ['Date'] })
  vi.resetModules()
  vi.stubGlobal('fetch', async () => Response.json({ trail: true }))
  vi.stubGlobal('localStorage', { getItem: (key: string) => storage.get(key) ?? null })
  vi.stubGlobal('window', { innerWidth: 390, location: { href: 'http://shop.example/', host: 'shop.example' } })
  vi.stubGlobal('document', {
    hidden: true,
    referrer: '',
    addEventListener: (_: string, listener: () => void) => (leave = listener),
  })
  vi.stubGlobal('navigator', {
    sendBeacon: (_: string, body: Blob) => sent.push(body.text().then((text) => JSON.parse(text))),
  })
})
afterEach(() => {
  storage.clear()
  sent.length = 0
  vi.useRealTimers()
  vi.unstubAllGlobals()
  // The next test file must not find modules that this test has loaded with a simulated browser.
  vi.resetModules()
})

const product = (productId: string): Seen => ({ what: 'product seen', productId })
const beacons = async () =>
  (await Promise.all(sent)).map(({ isSignedIn, seen }) => [
    isSignedIn,
    ...seen.map((one) => (one.what === 'product seen' ? one.productId : one.what)),
  ])

test('each record says whether its visitor was signed in at that time', async () => {
  const { record } = await import('./trail.ts')
  await record(product('asGuest'))
  storage.set('token', 'a')
  await record(product('asAda'))
  storage.delete('token')
  leave()
  expect(await beacons()).toEqual([
    [false, 'asGuest'],
    [true, 'asAda'],
  ])
})

test('a visitor who signs out while the configuration loads counts as signed in', async () => {
  storage.set('token', 'a')
  const { record } = await import('./trail.ts')
  const recording = record(product('asAda'))
  storage.delete('token')
  await recording
  leave()
  expect(await beacons()).toEqual([[true, 'asAda']])
})

test('a record has its age in minutes, and no words that the shop would refuse', async () => {
  const { record } = await import('./trail.ts')
  await record({ what: 'refused add', productId: 'p1', size: 'Size 12 (for tall people)', color: 'Red/White' })
  vi.setSystemTime('2026-03-02T12:31:40.000Z')
  await record(product('p1'))
  leave()
  const [body] = await Promise.all(sent)
  expect(body?.seen).toEqual([
    { what: 'refused add', productId: 'p1', size: '', color: 'Red/White', ago: 31 },
    { what: 'product seen', productId: 'p1', ago: 0 },
  ])
})

test.each([
  ['', 'direct'],
  ['https://shop.example/collections/all', 'direct'],
  ['https://www.google.com/', 'search'],
  ['https://duckduckgo.com/?q=linen+shirt+for+Ada', 'search'],
  ['https://l.instagram.com/', 'social'],
  ['https://t.co/abc', 'social'],
  ['https://xbox.example/', 'other'],
  ['https://googled.example/', 'other'],
  ['android-app://com.example', 'other'],
  ['no address', 'direct'],
] as const)('the referrer %s counts as %s', async (referrer, entry) => {
  Object.assign(document, { referrer })
  const { record } = await import('./trail.ts')
  await record(product('p1'))
  leave()
  expect((await Promise.all(sent)).map((body) => body.entry)).toEqual([entry])
})
