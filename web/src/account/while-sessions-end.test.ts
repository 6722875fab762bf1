import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { api } from '../lib/api.ts'
import { whileSessionsEnd } from './while-sessions-end.ts'

const left = vi.fn()

beforeEach(() => {
  const kept = new Map([['token', 'ended']])
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  }
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('sessionStorage', storage)
  vi.stubGlobal('window', { location: { pathname: '/profile', search: '', assign: left } })
  vi.stubGlobal('fetch', async () => Response.json({ message: 'Sign in' }, { status: 401 }))
})
afterEach(() => {
  vi.unstubAllGlobals()
  left.mockClear()
})

const refused = () => api.get('/api/orders/my-orders').catch(() => {})

test('a refused call redirects to the sign-in after the act, but not during it', async () => {
  await whileSessionsEnd(refused)
  expect(left).not.toHaveBeenCalled()
  expect(localStorage.getItem('token')).toBe('ended')
  await refused()
  expect(left).toHaveBeenCalledExactlyOnceWith('/login?redirect=%2Fprofile')
})

test('once the act has failed, a refused call redirects to the sign-in', async () => {
  await expect(whileSessionsEnd(() => Promise.reject(new Error('no answer')))).rejects.toThrow('no answer')
  await refused()
  expect(left).toHaveBeenCalledOnce()
})

test('an older call that is refused after the act does not end the new session', async () => {
  let answer = (_: Response) => {}
  vi.stubGlobal(
    'fetch',
    () =>
      new Promise<Response>((resolve) => {
        answer = resolve
      }),
  )
  const late = refused()
  await whileSessionsEnd(async () => localStorage.setItem('token', 'new'))
  answer(Response.json({ message: 'Sign in' }, { status: 401 }))
  await late
  expect(left).not.toHaveBeenCalled()
  expect(localStorage.getItem('token')).toBe('new')
})

test('if the act itself is refused because the session is over, the page goes to the sign-in', async () => {
  await expect(whileSessionsEnd(() => api.get('/api/orders/my-orders'))).rejects.toThrow('Sign in')
  expect(left).toHaveBeenCalledExactlyOnceWith('/login?redirect=%2Fprofile')
})
