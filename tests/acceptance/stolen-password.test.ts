import { testPasswords } from '@shop/language/test-support/test-passwords'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callerAt } from '../support/caller.ts'
import { mailTo } from '../support/outbox.ts'
import { adminAt, customerAt, PASSWORD } from '../support/people.ts'
import { startShop } from '../support/shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
beforeAll(async () => {
  shop = await startShop({ DEMO: 'off', RATE_LIMITS: 'on' })
})
afterAll(() => shop.close())

const FIRST = testPasswords.changed
const SECOND = testPasswords.owner
const OWNERS = testPasswords.customerOfARoom

const login = (email: string, password: string) => callerAt(shop.url).post('/api/users/login', { email, password })
const signedIn = async (email: string, password: string) =>
  callerAt(shop.url, { token: (await login(email, password)).body.token })
const change = async (email: string, currentPassword: string, newPassword: string) =>
  (await signedIn(email, currentPassword)).put('/api/users/me/password', { currentPassword, newPassword })

test('a thief who knows the password cannot lock the owner out, neither by ending sessions nor by changing the password', async () => {
  const admin = await adminAt(shop.url)
  const { email } = await customerAt(shop.url)
  const anonymous = callerAt(shop.url)
  const signedOut = []
  for (let time = 0; time < 21; time++)
    signedOut.push((await (await signedIn(email, PASSWORD)).delete('/api/users/me/sessions')).status)
  expect(signedOut).toEqual([...Array(20).fill(200), 429])

  // Changes of the password have another budget than ended sessions, so the owner can still change the password.
  expect((await change(email, PASSWORD, FIRST)).status).toBe(200)
  expect((await login(email, PASSWORD)).status).toBe(401)

  // The thief has learned the new password, too, and changes the password so often that further changes are refused for this day.
  await anonymous.post('/api/users/password/forgotten', { email })
  const [, link] = /#token=(\S+)/.exec(await mailTo(admin, email, 'password-reset')) ?? []
  const changed = []
  for (let time = 1; time < 21; time++)
    changed.push((await (time % 2 ? change(email, FIRST, SECOND) : change(email, SECOND, FIRST))).status)
  expect(changed).toEqual([...Array(19).fill(200), 429])

  // The owner has a link from before the thief's changes, and uses it to set a password that the thief does not know.
  const reset = await anonymous.post('/api/users/password/reset', { token: link, newPassword: OWNERS })
  expect(reset.status).toBe(200)
  for (const password of [FIRST, SECOND]) expect((await login(email, password)).status).toBe(401)
  expect((await login(email, OWNERS)).status).toBe(200)
})
