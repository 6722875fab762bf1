import type { Caller } from '@shop/language/account/caller'
import type { ParameterizedContext } from 'koa'
import { expect, test } from 'vitest'
import { metadataOf } from './request-metadata.ts'

type Asked = { caller?: Caller; ip?: string; body?: object; key?: string; path?: string }

/** The metadata of a POST with an Idempotency-Key. */
const asked = ({ caller, ip = '192.0.2.1', body = {}, key = 'one', path = '/users/register' }: Asked) =>
  metadataOf(
    {
      method: 'POST',
      path,
      ip,
      state: { caller },
      request: { body },
      headers: { 'idempotency-key': key },
      get: (name: string) => (name === 'idempotency-key' ? key : ''),
    } as unknown as ParameterizedContext,
    'secret',
  )
const idOf = (of: Asked) => asked(of).causationId

test('a key gives the same command only for the same caller and route', () => {
  expect(idOf({})).toBe(idOf({}))
  expect(idOf({ key: 'two' })).not.toBe(idOf({}))
  expect(idOf({ path: '/users/login' })).not.toBe(idOf({}))
})

test('two strangers with the same key have different commands', () => {
  expect(idOf({ ip: '192.0.2.2' })).not.toBe(idOf({}))
  const [ada, ben] = [{ guestId: 'guest_1_ada' }, { guestId: 'guest_1_ben' }]
  expect(idOf({ body: ada })).not.toBe(idOf({ body: ben }))
  expect(idOf({ body: ada })).not.toBe(idOf({}))
})

test('a guest or a customer who changes the network repeats the same command', () => {
  const guest = { body: { guestId: 'guest_1_ada' } }
  expect(idOf({ ...guest, ip: '192.0.2.2' })).toBe(idOf(guest))
  const customer = { caller: { id: 'ada', role: 'customer' } } as const
  expect(idOf({ ...customer, ip: '192.0.2.2' })).toBe(idOf(customer))
  expect(idOf({ ...customer, body: { guestId: 'guest_1_ada' } })).toBe(idOf(customer))
})

test.each(['', 'a b', 'ü', 'x'.repeat(256)])('%j is not a key', (key) => {
  expect(() => asked({ key })).toThrow('Idempotency-Key')
})
