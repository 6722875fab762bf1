import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const kept = new Map<string, string>()
let isFull = false

beforeEach(() => {
  vi.resetModules()
  isFull = false
  kept.clear()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    removeItem: (key: string) => kept.delete(key),
    setItem(key: string, value: string) {
      if (isFull) throw new DOMException('no room', 'QuotaExceededError')
      kept.set(key, value)
    },
  }
  vi.stubGlobal('window', {})
  vi.stubGlobal('localStorage', storage)
})
afterEach(() => {
  vi.unstubAllGlobals()
  // The next test file must not find modules that this test has loaded with a simulated browser.
  vi.resetModules()
})

const loaded = () => import('./storage.ts')

test("values are kept only in the browser's storage", async () => {
  const { lasting, useStorage } = await loaded()
  lasting.setItem('cart', 'one')
  expect([...kept]).toEqual([['cart', 'one']])
  expect(lasting.getItem('cart')).toBe('one')
  lasting.removeItem('cart')
  expect([kept.size, lasting.getItem('cart'), useStorage.getState().isRefused]).toEqual([0, null, false])
})

test('if the browser refuses its storage, values are kept in memory, and the refusal is reported before the first value', async () => {
  vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  const { lasting, useStorage } = await loaded()
  expect(useStorage.getState().isRefused).toBe(true)
  expect(lasting.getItem('cart')).toBeNull()
  lasting.setItem('cart', 'one')
  expect(lasting.getItem('cart')).toBe('one')
  lasting.removeItem('cart')
  expect(lasting.getItem('cart')).toBeNull()
})

test('if the storage is full, the newest value is kept in memory, and the value before it is removed', async () => {
  const { lasting, useStorage } = await loaded()
  lasting.setItem('cart', 'one')
  isFull = true
  lasting.setItem('cart', 'two')
  expect([lasting.getItem('cart'), kept.has('cart'), useStorage.getState().isRefused]).toEqual(['two', false, true])
  isFull = false
  lasting.setItem('cart', 'three')
  expect([lasting.getItem('cart'), kept.get('cart')]).toEqual(['three', 'three'])
})
