import type { User } from '@shop/language/account/api'
import { beforeEach, expect, test } from 'vitest'
import { mayBeDone } from '../lib/write-failure.ts'
import { useSession } from '../session/session-store.ts'
import { ownerOf } from './cart-acts.ts'
import { startAsNewGuest, useGuest } from './guest-store.ts'

const signIn = (_id: string) => useSession.setState({ user: { _id } as User })
const signOut = () => {
  useSession.setState({ user: null })
  startAsNewGuest()
}

beforeEach(signOut)

test('a retry is for the same owner as the first call', () => {
  const act = {}
  const { guestId } = useGuest.getState()
  expect([ownerOf(act), ownerOf(act)]).toEqual([{ guestId }, { guestId }])
})

test.each([
  ['the logout', () => signIn('ada'), signOut],
  ['the login', signOut, () => signIn('ada')],
])('a retry after %s is not sent, and may have been done', (_, before, after) => {
  before()
  const act = {}
  ownerOf(act)
  after()
  let thrown: unknown
  try {
    ownerOf(act)
  } catch (error) {
    thrown = error
  }
  expect(mayBeDone(thrown)).toBe(true)
  expect(() => ownerOf({})).not.toThrow()
})
