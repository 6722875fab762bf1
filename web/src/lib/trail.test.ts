import type { Seen, TrailBody } from '@shop/language/api/trail'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const storage = new Map<string, string>()
const told: Promise<TrailBody>[] = []
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
    sendBeacon: (_: string, body: Blob) => told.push(body.text().then((text) => JSON.parse(text))),
  })
})
afterEach(() => {
  storage.clear()
  told.length = 0
  vi.useRealTimers()
  vi.unstubAllGlobals()
  // The next test file must not find modules that this test has loaded with a simulated browser.
  vi.resetModules()
})

const product = (productId: string): Seen => ({ what: 'product seen', productId })
const beacons = async () =>
  (await Promise.all(told)).map(({ isSignedIn, seen }) => [
    isSignedIn,
    ...seen.map((one) => (one.what === 'product seen' ? one.productId : one.what)),
  ])

test('each record says whether its visitor was signed in at that time', async () => {
  const { tell } = await import('./trail.ts')
  await tell(product('asGuest'))
  storage.set('token', 'a')
  await tell(product('asAda'))
  storage.delete('token')
  leave()
  expect(await beacons()).toEqual([
    [false, 'asGuest'],
    [true, 'asAda'],
  ])
})

test('a visitor who signs out while the configuration loads counts as signed in', async () => {
  storage.set('token', 'a')
  const { tell } = await import('./trail.ts')
  const telling = tell(product('asAda'))
  storage.delete('token')
  await telling
  leave()
  expect(await beacons()).toEqual([[true, 'asAda']])
})

test('a record has its age in minutes, and no words that the shop would refuse', async () => {
  const { tell } = await import('./trail.ts')
  await tell({ what: 'refused add', productId: 'p1', size: 'Size 12 (for tall people)', color: 'Red/White' })
  vi.setSystemTime('2026-03-02T12:31:40.000Z')
  await tell(product('p1'))
  leave()
  const [body] = await Promise.all(told)
  expect(body?.seen).toEqual([
    { what: 'refused add', productId: 'p1', size: '', color: 'Red/White', ago: 31 },
    { what: 'product seen', productId: 'p1', ago: 0 },
  ])
})
