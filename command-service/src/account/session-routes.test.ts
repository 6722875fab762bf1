import { createHmac } from 'node:crypto'
import { sessionsStream } from '@shop/language/account/session-events'
import { cartStream } from '@shop/language/cart/events'
import { ShopError } from '@shop/language/errors'
import { testPasswords } from '@shop/language/test-support/test-passwords'
import { createMemoryCounters } from '@shop/stores/counters/memory-counters'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { cartDecider } from '../cart/cart-decider.ts'
import { ADMIN, PASSWORD, type Room, startRoom } from '../test-support/start-room.ts'
import { MOST_SESSIONS, sessionsDecider } from './sessions-decider.ts'

let room: Room
beforeAll(async () => {
  room = await startRoom()
})
afterAll(() => room.stop())

const NEW = testPasswords.customerOfARoomChanged
const login = async (email: string, password = PASSWORD) =>
  room.ask('POST', '/users/login', { body: { email, password } })
const change = (token: string | undefined, body: object, asking = {}) =>
  room.ask('PUT', '/me/password', { token, body, ...asking })
/** The status is 400 for a valid token, and 401 for an ended token. */
const statusOf = async (token: string) =>
  (await room.ask('POST', '/cart/merge', { token, body: { guestId: 0 } })).status

/** A token in the form that the shop made before it had sessions. */
function tokenOfThen(accountId: string) {
  const now = Math.floor(Date.now() / 1000)
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = { sub: accountId, iss: 'selvedge', aud: 'selvedge-shop', iat: now, exp: now + 3600 }
  const unsigned = `${part({ alg: 'HS256' })}.${part(claims)}`
  const signature = createHmac('sha256', 'a secret of at least thirty-two bytes').update(unsigned).digest('base64url')
  return `${unsigned}.${signature}`
}

describe('a new password', () => {
  test('ends every other session and the caller’s own token, and answers a new token', async () => {
    const { id, email, token } = await room.register('changing')
    const other = (await login(email)).body.token
    const { status, body } = await change(token, { currentPassword: PASSWORD, newPassword: NEW })
    expect(status).toBe(200)
    expect(body).toEqual({
      user: { _id: id, name: 'changing', email, role: 'customer' },
      token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    })
    expect([await statusOf(token), await statusOf(other), await statusOf(body.token)]).toEqual([401, 401, 400])
    expect((await login(email)).status).toBe(401)
    expect((await login(email, NEW)).status).toBe(200)
  })

  test('needs the current password: a wrong password gets 400 at its field, and the session stays', async () => {
    const { token } = await room.register('forgetful')
    const { status, body } = await change(token, { currentPassword: 'not this one', newPassword: NEW })
    expect(status).toBe(400)
    expect(body).toMatchObject({ code: 'VALIDATION_FAILED', fields: [{ path: 'currentPassword' }] })
    expect(JSON.stringify(body)).not.toMatch(/not this one|another long/)
    expect(await statusOf(token)).toBe(400)
  })

  test.each([
    ['short', '1234567'],
    ['common', 'password1'],
    ['long', 'x'.repeat(129)],
    ['no text', 5],
  ])('that is %s is refused', async (kind, newPassword) => {
    const { token, email } = await room.register(`weak-${kind.replace(' ', '-')}`)
    const { status, body } = await change(token, { currentPassword: PASSWORD, newPassword })
    expect(status).toBe(400)
    expect(body.fields).toMatchObject([{ path: 'newPassword' }])
    expect((await login(email)).status).toBe(200)
  })

  test('does not reach the log, not even as a digest', async () => {
    const { id, token } = await room.register('unwritten')
    await change(token, { currentPassword: PASSWORD, newPassword: NEW }, { key: 'password-1' })
    const events = await Array.fromAsync(room.log.readStream(`account-${id}`))
    expect(events.at(-1)).toMatchObject({ type: 'PasswordChanged' })
    expect(events.at(-1)?.metadata.digest).toBeUndefined()
    expect(JSON.stringify(events)).not.toContain(NEW)
  })

  test('is accepted only once for two concurrent changes with the same current password', async () => {
    const { token } = await room.register('twice')
    const answers = await Promise.all(
      ['first long sentence', 'second long sentence'].map((newPassword) =>
        change(token, { currentPassword: PASSWORD, newPassword }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('that is repeated under its key with the ended token gets the first answer and changes nothing', async () => {
    const { id, email, token } = await room.register('lost-answer')
    const body = { currentPassword: PASSWORD, newPassword: NEW }
    const first = await change(token, body, { key: 'lost' })
    const events = await Array.fromAsync(room.log.readStream(`account-${id}`))
    const again = await change(token, body, { key: 'lost' })
    expect(again).toMatchObject({ status: 200, body: { user: first.body.user } })
    expect([await statusOf(token), await statusOf(again.body.token)]).toEqual([401, 400])
    // A repeat with the new token, which the first answer contained, gets the first answer too.
    expect((await change(first.body.token, body, { key: 'lost' })).status).toBe(200)
    expect(await Array.fromAsync(room.log.readStream(`account-${id}`))).toEqual(events)
    expect((await room.parts.commands.load(sessionsDecider, sessionsStream(id))).state.size).toBe(1)
    await room.ask('DELETE', '/me/sessions/current', { token: first.body.token })
    const third = await change(token, body, { key: 'lost' })
    expect([await statusOf(first.body.token), await statusOf(third.body.token)]).toEqual([401, 400])
    expect((await login(email, NEW)).status).toBe(200)
  })

  test('gives no session to a thief who has the ended token and the key but not both passwords', async () => {
    const { token } = await room.register('robbed')
    const body = { currentPassword: PASSWORD, newPassword: NEW }
    const { body: answered } = await change(token, body, { key: 'robbed' })
    const wrong = [
      [{ ...body, newPassword: 'a guess at the new one' }, 'robbed'],
      [{ ...body, currentPassword: 'a guess at the old one' }, 'robbed'],
      [body, 'another-key'],
    ] as const
    for (const [guessed, key] of wrong) expect((await change(token, guessed, { key })).status).toBe(401)
    expect((await change(token, body)).status).toBe(401)
    expect(await change(answered.token, wrong[0][0], { key: 'robbed' })).toMatchObject({
      status: 409,
      body: { code: 'IDEMPOTENCY_MISMATCH' },
    })
    expect(await statusOf(answered.token)).toBe(400)
  })

  test.each(['another password', 'signing out everywhere', 'deleting the account'])(
    'cannot be repeated with an ended token after %s has ended the sessions again',
    async (how) => {
      const { token, email } = await room.register(`again-${how.replaceAll(' ', '-')}`)
      const body = { currentPassword: PASSWORD, newPassword: NEW }
      const now = (await change(token, body, { key: 'once' })).body.token
      if (how === 'another password') await change(now, { currentPassword: NEW, newPassword: 'a third long sentence' })
      else if (how === 'signing out everywhere') await room.ask('DELETE', '/me/sessions', { token: now })
      else await room.ask('DELETE', '/me', { token: now, body: { password: NEW } })
      expect(await statusOf(now)).toBe(401)
      expect((await change(token, body, { key: 'once' })).status).toBe(401)
      if (how === 'signing out everywhere') expect((await login(email, NEW)).status).toBe(200)
    },
  )

  test('cannot be set with a token that had ended before the change', async () => {
    const { email, token } = await room.register('older')
    await room.ask('DELETE', '/me/sessions', { token })
    const later = (await login(email)).body.token
    const body = { currentPassword: PASSWORD, newPassword: NEW }
    expect((await change(later, body, { key: 'older' })).status).toBe(200)
    expect((await change(token, body, { key: 'older' })).status).toBe(401)
    expect((await change(later, body, { key: 'older' })).status).toBe(200)
  })

  test('that is repeated allows no more guesses than a sign-in', async () => {
    const limited = await startRoom({ counters: createMemoryCounters() })
    const { token } = await limited.register('repeated')
    const ask = (newPassword: string) =>
      limited.ask('PUT', '/me/password', { token, key: 'k', body: { currentPassword: PASSWORD, newPassword } })
    expect((await ask(NEW)).status).toBe(200)
    const statuses = []
    for (let n = 0; n < 12; n++) statuses.push((await ask(`a wrong guess ${n}`)).status)
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429])
    await limited.stop()
  })

  test('with a valid token allows no more guesses than a sign-in, and the owner can still sign in', async () => {
    const limited = await startRoom({ counters: createMemoryCounters() })
    const { token, email } = await limited.register('guessed')
    const guess = (currentPassword: string) =>
      limited.ask('PUT', '/me/password', { token, body: { currentPassword, newPassword: NEW } })
    const statuses = (await Promise.all(Array.from({ length: 14 }, (_, n) => guess(`guess ${n}`)))).map((a) => a.status)
    expect(statuses.toSorted()).toEqual([...Array(10).fill(400), ...Array(4).fill(429)])
    expect((await guess(PASSWORD)).status).toBe(429)
    // A thief with a stolen session does not stop the owner from signing in.
    const body = { email, password: PASSWORD }
    expect((await limited.ask('POST', '/users/login', { body })).status).toBe(200)
    await limited.stop()
  })
})

describe('a session', () => {
  test('can be ended alone, and then the other sessions stay', async () => {
    const { email, token } = await room.register('signing-out')
    const other = (await login(email)).body.token
    expect((await room.ask('DELETE', '/me/sessions/current', { token })).status).toBe(200)
    expect([await statusOf(token), await statusOf(other)]).toEqual([401, 400])
  })

  test('can be ended by its id from another session of its account, but not by another account', async () => {
    const { id, email, token } = await room.register('two-devices')
    const other = (await login(email)).body.token
    const { state } = await room.parts.commands.load(sessionsDecider, sessionsStream(id))
    const [first = ''] = state.keys()
    const eve = await room.register('eve')
    expect((await room.ask('DELETE', `/me/sessions/${first}`, { token: eve.token })).status).toBe(404)
    expect((await room.ask('DELETE', `/me/sessions/${first}`, { token: other })).status).toBe(200)
    expect((await room.ask('DELETE', `/me/sessions/${first}`, { token: other })).status).toBe(404)
    expect([await statusOf(token), await statusOf(other)]).toEqual([401, 400])
  })

  test('ends when its client signs in again, and no other session ends; a repeated sign-in ends no session', async () => {
    const { email, token } = await room.register('signing-in-again')
    const other = (await login(email)).body.token
    const asking = { body: { email, password: PASSWORD }, token, key: 'again' }
    const anew = (await room.ask('POST', '/users/login', asking)).body.token
    expect([await statusOf(token), await statusOf(other), await statusOf(anew)]).toEqual([401, 400, 400])
    for (const repeatedBy of [token, anew])
      expect((await room.ask('POST', '/users/login', { ...asking, token: repeatedBy })).status).toBe(200)
    expect([await statusOf(other), await statusOf(anew)]).toEqual([400, 400])
    const wrong = { body: { email, password: 'a wrong one' }, token: anew }
    expect((await room.ask('POST', '/users/login', wrong)).status).toBe(401)
    expect(await statusOf(anew)).toBe(400)
  })

  test('of another account ends too when its client signs in to this account', async () => {
    const [one, two] = [await room.register('from-one'), await room.register('to-another')]
    const body = { email: two.email, password: PASSWORD }
    expect((await room.ask('POST', '/users/login', { body, token: one.token })).status).toBe(200)
    expect([await statusOf(one.token), await statusOf(two.token)]).toEqual([401, 400])
  })

  test('ends when twenty more have begun, and is removed from the state', async () => {
    const { id, email, token } = await room.register('many-devices')
    const tokens = []
    for (let n = 0; n < MOST_SESSIONS; n++) tokens.push((await login(email)).body.token)
    expect([await statusOf(token), await statusOf(tokens[0])]).toEqual([401, 400])
    const { state } = await room.parts.commands.load(sessionsDecider, sessionsStream(id))
    expect(state.size).toBe(MOST_SESSIONS)
  })

  test('ends with all other sessions when the owner signs out everywhere', async () => {
    const { email, token } = await room.register('everywhere')
    const other = (await login(email)).body.token
    expect((await room.ask('DELETE', '/me/sessions', { token })).status).toBe(200)
    expect([await statusOf(token), await statusOf(other)]).toEqual([401, 401])
    expect(await statusOf((await login(email)).body.token)).toBe(400)
  })

  test('ends with all other sessions when an admin ends them, and only an admin can do that', async () => {
    const { id, email, token } = await room.register('lost-phone')
    const other = (await login(email)).body.token
    const end = (by: string) => room.ask('DELETE', `/users/${id}/sessions`, { token: by })
    expect((await end(token)).status).toBe(403)
    expect(await statusOf(other)).toBe(400)
    expect(await end(room.adminToken)).toMatchObject({ status: 200, body: { message: 'Signed out everywhere' } })
    expect([await statusOf(token), await statusOf(other)]).toEqual([401, 401])
    expect(await statusOf((await login(email)).body.token)).toBe(400)
    expect((await room.ask('DELETE', '/users/nobody/sessions', { token: room.adminToken })).status).toBe(404)
  })

  test('can be ended by an admin even after a thief has used up the owner’s budget', async () => {
    const limited = await startRoom({ counters: createMemoryCounters() })
    const { id } = await limited.register('stolen')
    const statuses = []
    for (let ver = 0; ver < 21; ver++) {
      const token = await limited.parts.tokens.sign({ accountId: id, ver })
      statuses.push((await limited.ask('DELETE', '/me/sessions', { token })).status)
    }
    expect(statuses).toEqual([...Array(20).fill(200), 429])
    const ended = await limited.ask('DELETE', `/users/${id}/sessions`, { token: limited.adminToken })
    expect(ended.status).toBe(200)
    await limited.stop()
  })

  test('begins again for a client that repeats a sign-in under its key after that session has ended', async () => {
    const { id, email } = await room.register('one-key')
    const again = async (password: string) =>
      (await room.ask('POST', '/users/login', { body: { email, password }, key: 'login-1' })).body.token
    const first = await again(PASSWORD)
    expect(await statusOf(await again(PASSWORD))).toBe(400)
    expect((await room.parts.commands.load(sessionsDecider, sessionsStream(id))).state.size).toBe(2)
    await room.ask('DELETE', '/me/sessions/current', { token: first })
    const second = await again(PASSWORD)
    expect([await statusOf(first), await statusOf(second)]).toEqual([401, 400])
    await room.ask('DELETE', '/me/sessions', { token: second })
    expect(await statusOf(await again(PASSWORD))).toBe(400)
  })

  test('of an earlier version, without an id, stays until the password changes or the owner signs out everywhere', async () => {
    const [one, two] = [await room.register('upgraded'), await room.register('upgraded-too')]
    const [first, second] = [tokenOfThen(one.id), tokenOfThen(two.id)]
    expect([await statusOf(first), await statusOf(second)]).toEqual([400, 400])
    expect((await room.ask('DELETE', '/me/sessions/current', { token: first })).status).toBe(404)
    await change(first, { currentPassword: PASSWORD, newPassword: NEW })
    await room.ask('DELETE', '/me/sessions', { token: two.token })
    expect([await statusOf(first), await statusOf(second)]).toEqual([401, 401])
  })

  test.each(['another password', 'signing out everywhere'])(
    'is missing after a sign-in while the log cannot be written: the token lasts an hour, or until %s',
    async (how) => {
      const { id, email, token } = await room.register(`log-away-${how.replaceAll(' ', '-')}`)
      const lines: string[] = []
      const stderr = vi.spyOn(process.stderr, 'write').mockImplementation((line) => lines.push(String(line)) > 0)
      const append = vi.spyOn(room.log, 'append').mockRejectedValue(new ShopError('UNAVAILABLE', 'The log is away'))
      const { status, body } = await login(email)
      append.mockRestore()
      stderr.mockRestore()
      expect(lines.map((line) => JSON.parse(line))).toContainEqual(
        expect.objectContaining({ message: expect.stringContaining('sign-in could not be recorded'), accountId: id }),
      )
      expect([status, await statusOf(body.token)]).toEqual([200, 400])
      const [, claims = ''] = body.token.split('.')
      const { iat, exp, sid } = JSON.parse(Buffer.from(claims, 'base64url').toString())
      expect([exp - iat, sid]).toEqual([3600, undefined])
      if (how === 'another password') await change(token, { currentPassword: PASSWORD, newPassword: NEW })
      else await room.ask('DELETE', '/me/sessions', { token })
      expect(await statusOf(body.token)).toBe(401)
    },
  )

  test('is recorded with its account, time and request when it begins', async () => {
    const { id, email } = await room.register('on-record')
    await login(email)
    const events = await Array.fromAsync(room.log.readStream(sessionsStream(id)))
    expect(events.map(({ type }) => type)).toEqual(['SessionBegun', 'SessionBegun'])
    expect(events[1]).toMatchObject({
      data: { accountId: id },
      metadata: { correlationId: expect.stringMatching(/./), recordedAt: expect.stringMatching(/^\d{4}-/) },
    })
  })

  test('costs as few reads after a thousand sign-ins as after one', async () => {
    const { id, token } = await room.register('regular')
    const begin = (n: number) =>
      room.parts.commands.handle(
        sessionsDecider,
        sessionsStream(id),
        { type: 'Begin', accountId: id, sessionId: `s${n}`, ver: 0, begunAt: '2026-01-01T00:00:00.000Z' },
        { correlationId: 'test', causationId: `begin ${n}`, actor: { role: 'customer' } },
      )
    for (let n = 0; n < 1000; n++) await begin(n)
    room.takeReads()
    await statusOf(token)
    expect(room.takeReads().events).toBe(0)
  })
})

describe('deleting one’s own account', () => {
  const remove = (token: string, password = PASSWORD) => room.ask('DELETE', '/me', { token, body: { password } })

  test('needs the password, ends all sessions and frees the e-mail address', async () => {
    const { id, email, token } = await room.register('leaving')
    expect((await remove(token, 'wrong one')).body).toMatchObject({ fields: [{ path: 'password' }] })
    expect((await remove(token)).status).toBe(200)
    expect(await statusOf(token)).toBe(401)
    expect((await login(email)).status).toBe(401)
    expect((await room.parts.keys.keysOf([id])).size).toBe(0)
  })

  test('is refused to the last admin, and allowed to every other admin', async () => {
    const { id, token } = await room.register('second-admin')
    await room.ask('PUT', `/users/${id}`, { token: room.adminToken, body: { role: 'admin' } })
    expect((await remove(token)).status).toBe(200)
    expect(await remove(room.adminToken, ADMIN.password)).toMatchObject({ status: 409, body: { code: 'LAST_ADMIN' } })
    expect(await statusOf(room.adminToken)).toBe(400)
  })
})

test('a cart call with the token of an ended session counts as a call by a guest', async () => {
  const { id, token } = await room.register('stranger')
  const product = await room.list()
  await room.ask('DELETE', '/me/sessions', { token })
  const line = { productId: product._id, size: 'M', color: 'Red', quantity: 1, userId: id }
  expect((await room.ask('POST', '/cart', { token, body: line })).status).toBe(401)
  expect((await room.parts.commands.load(cartDecider, cartStream(id))).state.items.length).toBe(0)
})
