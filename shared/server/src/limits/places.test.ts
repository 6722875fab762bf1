import { expect, test } from 'vitest'
import { createPlaces } from './shares.ts'

const refusalOf = (act: () => unknown) => {
  try {
    act()
  } catch (error) {
    return error
  }
}
const RATE_LIMITED = { code: 'RATE_LIMITED', details: { retryAfter: 10 } }

test('a client has a share of the places, and a place that is given back is free again', () => {
  const take = createPlaces({ all: 10, client: 2, network: 5 })
  const giveBack = take('203.0.113.7')
  take('203.0.113.7')
  expect(refusalOf(() => take('203.0.113.7'))).toMatchObject(RATE_LIMITED)
  take('203.0.113.8')
  giveBack()
  take('203.0.113.7')
  expect(refusalOf(() => take('203.0.113.7'))).toMatchObject(RATE_LIMITED)
})

test('a network has a share; when it is taken, each client may still have two places; a /64 is one client', () => {
  const take = createPlaces({ all: 20, client: 3, network: 3 })
  for (let n = 1; n <= 3; n++) take('203.0.113.1')
  for (let n = 1; n <= 2; n++) take('203.0.113.4')
  expect(refusalOf(() => take('203.0.113.4'))).toMatchObject(RATE_LIMITED)
  for (let n = 1; n <= 3; n++) take(`2001:db8:1:2::${n}`)
  expect(refusalOf(() => take('2001:db8:1:2::4'))).toMatchObject(RATE_LIMITED)
  // In an IPv6 network, all addresses of a /56 share the two places.
  expect(refusalOf(() => take('2001:db8:1:3::1'))).toMatchObject(RATE_LIMITED)
  take('2001:db8:1:103::1')
})

test('the number of places is limited', () => {
  const take = createPlaces({ all: 2, client: 2, network: 2 })
  take('203.0.113.7')
  const giveBack = take('198.51.100.1')
  expect(refusalOf(() => take('192.0.2.1'))).toMatchObject({ code: 'OVERLOADED' })
  giveBack()
  take('192.0.2.1')
})
