import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError, api, messageOf, onReadsBehind, onSessionRejected } from './api.ts'

const storage = new Map<string, string>()
const fetchStub = vi.fn<typeof fetch>()

beforeEach(() => {
  vi.stubGlobal('fetch', fetchStub)
  vi.stubGlobal('localStorage', { getItem: (key: string) => storage.get(key) ?? null })
  vi.stubGlobal('window', { location: { href: 'http://shop.example/' } })
})
afterEach(() => {
  storage.clear()
  fetchStub.mockReset()
  onSessionRejected(() => {})
  onReadsBehind(() => {})
  vi.unstubAllGlobals()
})

const refusal = (status: number, body: unknown) => fetchStub.mockResolvedValue(Response.json(body, { status }))

test('a call carries the token and its idempotency key', async () => {
  storage.set('token', 'abc')
  fetchStub.mockResolvedValue(Response.json({ ok: true }))
  expect(await api.post('/api/cart', { body: { quantity: 1 }, idempotencyKey: 'k' })).toEqual({ ok: true })
  expect(fetchStub).toHaveBeenCalledWith('/api/cart', {
    method: 'POST',
    headers: { authorization: 'Bearer abc', 'content-type': 'application/json', 'idempotency-key': 'k' },
    body: '{"quantity":1}',
    signal: expect.any(AbortSignal),
  })
})

test.each([200, 503])(
  'after a write that the read models do not show yet, the pages ask again, status: %i',
  async (status) => {
    const behind = vi.fn()
    onReadsBehind(behind)
    fetchStub.mockImplementation(async () =>
      Response.json({ message: 'x' }, { status, headers: { 'x-consistency': 'pending' } }),
    )
    await api.get('/api/x').catch(() => {})
    expect(behind).not.toHaveBeenCalled()
    await api.post('/api/x').catch(() => {})
    expect(behind).toHaveBeenCalledOnce()
  },
)

test("a refusal keeps the server's message, code and details", async () => {
  refusal(409, { message: 'Only 2 left', code: 'OUT_OF_STOCK', requestId: 'r', left: 2 })
  const error = await api.get('/api/x').catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ status: 409, code: 'OUT_OF_STOCK', isRefusal: true, body: { left: 2 } })
  expect(messageOf(error, 'Failed')).toBe('Only 2 left')
})

test('without an answer the specified default text is shown', async () => {
  fetchStub.mockRejectedValue(new TypeError('Failed to fetch'))
  const error = await api.get('/api/x').catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ status: 0, isRefusal: false })
  expect(messageOf(error, 'Something went wrong')).toBe('Something went wrong')
})

test('without a connection, the message says that the browser is offline', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  fetchStub.mockRejectedValue(new TypeError('Failed to fetch'))
  const error = await api.get('/api/x').catch((thrown: unknown) => thrown)
  expect(messageOf(error, 'Something went wrong')).toBe('You are offline.')
})

test('an answer that takes too long counts as no answer', async () => {
  const limit = new AbortController()
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal)
  fetchStub.mockImplementation(
    (_, init) =>
      new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))),
  )
  const asked = api.get('/api/x', { signal: new AbortController().signal }).catch((thrown: unknown) => thrown)
  limit.abort()
  expect(await asked).toMatchObject({ status: 0, isRefusal: false })
  vi.restoreAllMocks()
})

test('an aborted request throws AbortError, not an error of the shop', async () => {
  const asking = new AbortController()
  fetchStub.mockImplementation(
    (_, init) =>
      new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))),
  )
  const asked = api.get('/api/x', { signal: asking.signal }).catch((thrown: unknown) => thrown)
  asking.abort()
  expect(await asked).toMatchObject({ name: 'AbortError' })
})

test('an answer that is not a list counts as an empty list', async () => {
  fetchStub.mockImplementation(async () => Response.json({ message: 'no list' }))
  expect(await api.page('/api/products')).toEqual({ items: [] })
})

test('a failed answer without the shop’s error body becomes an error without a message', async () => {
  fetchStub.mockResolvedValue(new Response('<html>', { status: 502 }))
  expect(messageOf(await api.get('/api/x').catch((thrown: unknown) => thrown), 'Default')).toBe('Default')
})

test('401 ends a session only if the call carried a token', async () => {
  const rejected = vi.fn()
  onSessionRejected(rejected)
  refusal(401, { message: 'Wrong password', code: 'BAD_CREDENTIALS' })
  await api.post('/api/users/login').catch(() => {})
  expect(rejected).not.toHaveBeenCalled()

  storage.set('token', 'old')
  refusal(401, { message: 'Log in first', code: 'UNAUTHENTICATED' })
  await api.get('/api/orders/my-orders').catch(() => {})
  expect(rejected).toHaveBeenCalledOnce()
})

test('the next page is requested from the same host as the first', async () => {
  const link = '<http://inside:8080/api/products?cursor=abc&limit=24>; rel="next"'
  fetchStub.mockResolvedValue(Response.json([1], { headers: { link } }))
  expect(await api.page('/api/products')).toEqual({ items: [1], next: '/api/products?cursor=abc&limit=24' })
})

test('a link to the next page can consist of a query only', async () => {
  fetchStub.mockResolvedValue(Response.json([1], { headers: { link: '<?limit=24&cursor=abc>; rel="next"' } }))
  expect(await api.page('/api/products?limit=24')).toEqual({ items: [1], next: '/api/products?limit=24&cursor=abc' })
})

test('the last page names no next page', async () => {
  fetchStub.mockResolvedValue(Response.json([1]))
  expect(await api.page('/api/products')).toEqual({ items: [1] })
})

test('a request that is cancelled before it is sent is aborted at once', async () => {
  fetchStub.mockResolvedValue(Response.json({}))
  await api.get('/api/x', { signal: AbortSignal.abort('left') })
  expect(fetchStub.mock.calls[0]?.[1]?.signal).toMatchObject({ aborted: true, reason: 'left' })
})
