import { createHmac } from 'node:crypto'
import { ROLES_STREAM } from '@shop/language/account/role-events'
import { createMemoryCounters } from '@shop/stores/counters/memory-counters'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ADMIN, PASSWORD, type Room, startRoom } from '../test-support/start-room.ts'
import { roleOf } from './accounts.ts'
import { rolesDecider } from './roles-decider.ts'

let room: Room
beforeAll(async () => {
  room = await startRoom()
})
afterAll(() => room.stop())

let people = 0
const newEmail = () => `person${++people}@shop.test`
const register = (body: unknown, asking = {}) => room.ask('POST', '/users/register', { body, ...asking })
const login = (email: string, password = PASSWORD) => room.ask('POST', '/users/login', { body: { email, password } })
const asAdmin = (method: string, path: string, asking = {}) =>
  room.ask(method, path, { token: room.adminToken, ...asking })

describe('registering', () => {
  test('makes a customer and signs them in', async () => {
    const email = newEmail()
    const { status, body, headers } = await register({ name: 'Ada', email, password: PASSWORD })
    expect(status).toBe(201)
    expect(body).toEqual({ user: { _id: expect.any(String), name: 'Ada', email, role: 'customer' }, token: body.token })
    expect(headers.get('x-position')).toBe(await room.log.head())
    expect(await room.parts.tokens.verify(body.token)).toMatchObject({ accountId: body.user._id, ver: 0 })
  })

  test('drops unknown fields and the role', async () => {
    const { body } = await register({
      name: 'Eve',
      email: newEmail(),
      password: PASSWORD,
      _id: room.adminId,
      role: 'admin',
      isAdmin: true,
    })
    expect(body.user).toMatchObject({ role: 'customer' })
    expect(body.user._id).not.toBe(room.adminId)
  })

  test('with a taken e-mail is refused, in any letter case and with spaces', async () => {
    const email = newEmail()
    await register({ name: 'Ada', email, password: PASSWORD })
    const before = await room.log.head()
    expect(await register({ name: 'Ada', email: ` ${email.toUpperCase()} `, password: PASSWORD })).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_FAILED', message: 'User already exists', fields: [{ path: 'email' }] },
    })
    expect(await room.log.head()).toBe(before)
  })

  test('ten times concurrently with one e-mail makes one account', async () => {
    const body = { name: 'Ada', email: newEmail(), password: PASSWORD }
    const statuses = (await Promise.all(Array.from({ length: 10 }, () => register(body)))).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([201, ...Array(9).fill(400)])
  })

  test('once per Idempotency-Key', async () => {
    const body = { name: 'Ada', email: newEmail(), password: PASSWORD }
    const first = await register(body, { key: 'register-1' })
    const again = await register(body, { key: 'register-1' })
    expect(again).toMatchObject({ status: 201, body: { user: first.body.user } })
  })

  test.each([
    ['by its owner', '/users/register', {}],
    ['by an admin', '/users', { role: 'customer' }],
  ])('%s leaves no digest of the password, and a repeat with another password is refused', async (_, path, more) => {
    const key = crypto.randomUUID()
    const save = (email: string, password: string) =>
      asAdmin('POST', path, { body: { name: 'Ada', email, password, ...more }, key })
    const email = newEmail()
    const { user } = (await save(email, PASSWORD)).body
    expect(await save(email, `${PASSWORD}!`)).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_MISMATCH' } })
    const [registered] = await Array.fromAsync(room.log.readStream(`account-${user._id}`))
    const body = JSON.stringify({ name: 'Ada', email, password: PASSWORD, ...more })
    const ofPassword = createHmac('sha256', room.parts.digestSecret).update(body).digest('base64url')
    expect(registered?.metadata.digest).toEqual(expect.any(String))
    expect(registered?.metadata.digest).not.toBe(ofPassword)
  })

  test('with a used Idempotency-Key is refused if the account’s sessions have ended or the account is deleted', async () => {
    const body = { name: 'Ada', email: newEmail(), password: PASSWORD }
    const asking = { key: 'register-2' }
    const { user } = (await register(body, asking)).body
    expect((await asAdmin('DELETE', `/users/${user._id}/sessions`)).status).toBe(200)
    expect(await register(body, asking)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
    await asAdmin('DELETE', `/users/${user._id}`)
    expect(await register(body, asking)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
    expect((await register(body, { key: 'register-3' })).status).toBe(201)
  })

  test.each([
    ['too short', '1234567'],
    ['too long', 'x'.repeat(129)],
    ['one of the most common', 'password1'],
    ['a common one in capitals', 'PASSWORD1'],
    ['the name of the shop and a year', 'Selvedge-2026!'],
    ['several words of the shop', 'shop.admin.shop.admin'],
    ['no text', 5],
  ])('with a password that is %s is refused', async (_, password) => {
    const { status, body } = await register({ name: 'Ada', email: newEmail(), password })
    expect(status).toBe(400)
    expect(body.fields).toMatchObject([{ path: 'password' }])
  })

  test.each([[''], ['a'.repeat(10_000)], [5]])('with the name %j is refused', async (name) => {
    expect((await register({ name, email: newEmail(), password: PASSWORD })).status).toBe(400)
  })
})

describe('signing in', () => {
  test('answers the user and a token', async () => {
    const { id, email } = await room.register('login')
    const { status, body } = await login(email.toUpperCase())
    expect(status).toBe(200)
    expect(body.user).toEqual({ _id: id, name: 'login', email, role: 'customer' })
    expect(await room.parts.tokens.verify(body.token)).toMatchObject({ accountId: id, ver: 0 })
  })

  test('answers the current role, not the role in the token', async () => {
    expect((await login(ADMIN.email, ADMIN.password)).body.user.role).toBe('admin')
  })

  test('gives an unknown user the same refusal as a wrong password', async () => {
    const { email } = await room.register('exists')
    const wrong = await login(email, 'wrong password')
    const unknown = await login('nobody@shop.test', 'wrong password')
    expect(wrong.status).toBe(401)
    expect({ ...unknown.body, requestId: '' }).toEqual({ ...wrong.body, requestId: '' })
    expect(wrong.body.code).toBe('BAD_CREDENTIALS')
  })

  test.each([
    [{ email: { $ne: null }, password: { $ne: null } }],
    [{ email: ['alice@x.test'], password: 'x' }],
    [{ email: 'alice@x.test' }],
  ])('refuses %j', async (body) => {
    expect((await room.ask('POST', '/users/login', { body })).status).toBe(400)
  })
})

describe('an admin', () => {
  test('adds a customer or an admin', async () => {
    const body = { name: 'Helper', email: newEmail(), password: PASSWORD, role: 'admin' }
    const { status, body: added } = await asAdmin('POST', '/users', { body, key: 'add-1' })
    const { user } = added
    expect(status).toBe(201)
    expect(user).toEqual({ _id: expect.any(String), name: 'Helper', email: body.email, role: 'admin' })
    expect(added).toEqual({ ...user, user })
    expect(await roleOf(room.parts.commands, user._id)).toBe('admin')
    expect((await asAdmin('POST', '/users', { body, key: 'add-1' })).body).toEqual(added)
    expect(await asAdmin('POST', '/users', { body })).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
  })

  test.each([['superuser'], [['admin']]])('cannot give the role %j', async (role) => {
    const body = { name: 'X', email: newEmail(), password: PASSWORD, role }
    expect((await asAdmin('POST', '/users', { body })).status).toBe(400)
  })

  test('changes name, e-mail and role, which frees the old e-mail', async () => {
    const { id, email, token } = await room.register('renamed')
    const fresh = newEmail()
    const { status, body } = await asAdmin('PUT', `/users/${id}`, {
      body: { name: 'Renamed', email: fresh, role: 'admin' },
    })
    expect(status).toBe(200)
    expect(body.user).toEqual({ _id: id, name: 'Renamed', email: fresh, role: 'admin' })
    expect(body).toEqual({ ...body.user, user: body.user })
    expect((await login(fresh)).status).toBe(200)
    expect((await login(email)).status).toBe(401)
    expect((await register({ name: 'Next', email, password: PASSWORD })).status).toBe(201)
    expect((await room.ask('POST', '/products', { token, body: {} })).status).toBe(400)
    await asAdmin('PUT', `/users/${id}`, { body: { role: 'customer' } })
    expect((await room.ask('POST', '/products', { token, body: {} })).status).toBe(403)
  })

  test('cannot give a taken e-mail, and the whole edit is refused', async () => {
    const one = await room.register('edit-one')
    const two = await room.register('edit-two')
    const body = { name: 'Changed', email: one.email, role: 'admin' }
    expect(await asAdmin('PUT', `/users/${two.id}`, { body })).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT' },
    })
    expect((await login(two.email)).body.user).toMatchObject({ name: 'edit-two', role: 'customer' })
  })

  test('cannot demote or delete themselves; the new e-mail of the refused edit stays free', async () => {
    const email = newEmail()
    const demoted = await asAdmin('PUT', `/users/${room.adminId}`, { body: { role: 'customer', email } })
    expect(demoted).toMatchObject({ status: 409, body: { code: 'LAST_ADMIN' } })
    expect((await register({ name: 'Free', email, password: PASSWORD })).status).toBe(201)
    const deleted = await asAdmin('DELETE', `/users/${room.adminId}`)
    expect(deleted).toMatchObject({ status: 409, body: { code: 'LAST_ADMIN' } })
  })

  test('gets the first answer for a repeated edit, and the repeat undoes no later edits', async () => {
    const { id } = await room.register('repeated')
    const edit = { body: { role: 'admin' }, key: 'edit-1' }
    const first = await asAdmin('PUT', `/users/${id}`, edit)
    await asAdmin('PUT', `/users/${id}`, { body: { role: 'customer' } })
    expect((await asAdmin('PUT', `/users/${id}`, edit)).body).toEqual(first.body)
    expect(await roleOf(room.parts.commands, id)).toBe('customer')
  })

  test('who repeats an edit that kept the role does not change the role', async () => {
    const { id } = await room.register('unmoved')
    const edit = { body: { role: 'customer' }, key: 'edit-2' }
    await asAdmin('PUT', `/users/${id}`, edit)
    await asAdmin('PUT', `/users/${id}`, { body: { role: 'admin' } })
    expect((await asAdmin('PUT', `/users/${id}`, edit)).status).toBe(200)
    expect(await roleOf(room.parts.commands, id)).toBe('admin')
  })

  test('stays admin while two other admins demote each other concurrently', async () => {
    const one = await room.register('rival-one')
    const two = await room.register('rival-two')
    for (const { id } of [one, two]) await asAdmin('PUT', `/users/${id}`, { body: { role: 'admin' } })
    await asAdmin('PUT', `/users/${one.id}`, { body: {} })
    const outcomes = await Promise.all([
      room.ask('PUT', `/users/${two.id}`, { token: one.token, body: { role: 'customer' } }),
      room.ask('PUT', `/users/${one.id}`, { token: two.token, body: { role: 'customer' } }),
    ])
    expect(outcomes.map(({ status }) => status)).toContain(200)
    const { state } = await room.parts.commands.load(rolesDecider, ROLES_STREAM)
    expect(state.has(room.adminId)).toBe(true)
  })

  test('gets 404 for editing or deleting an unknown user', async () => {
    expect((await asAdmin('PUT', '/users/unknown', { body: { name: 'X' } })).status).toBe(404)
    expect((await asAdmin('DELETE', '/users/unknown')).status).toBe(404)
  })
})

describe('deleting a user', () => {
  test('makes the shop refuse a repeat of the call that added the user', async () => {
    const body = { name: 'Added', email: newEmail(), password: PASSWORD, role: 'customer' }
    const { _id } = (await asAdmin('POST', '/users', { body, key: 'add-again' })).body
    expect(await asAdmin('POST', '/users', { body, key: 'add-again' })).toMatchObject({ status: 201, body: { _id } })
    await asAdmin('DELETE', `/users/${_id}`)
    expect(await asAdmin('POST', '/users', { body, key: 'add-again' })).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT' },
    })
  })

  test('ends their sign-in at once, frees the e-mail and destroys the key', async () => {
    const { id, email, token } = await room.register('deleted')
    await asAdmin('PUT', `/users/${id}`, { body: { role: 'admin' } })
    expect((await asAdmin('DELETE', `/users/${id}`, { key: 'delete-1' })).status).toBe(200)
    expect((await asAdmin('DELETE', `/users/${id}`, { key: 'delete-1' })).status).toBe(200)
    expect((await asAdmin('DELETE', `/users/${id}`)).status).toBe(404)
    expect((await room.ask('POST', '/cart/merge', { token, body: {} })).status).toBe(401)
    expect((await login(email)).status).toBe(401)
    expect((await room.parts.keys.keysOf([id])).size).toBe(0)
    expect((await register({ name: 'Next', email, password: PASSWORD })).status).toBe(201)
  })
})

test('only an admin manages users', async () => {
  const { id, token } = await room.register('no-admin')
  const body = { name: 'X', email: newEmail(), password: PASSWORD }
  for (const [bearer, status] of [
    [undefined, 401],
    [token, 403],
  ] as const) {
    expect((await room.ask('POST', '/users', { token: bearer, body })).status).toBe(status)
    expect((await room.ask('PUT', `/users/${id}`, { token: bearer, body })).status).toBe(status)
    expect((await room.ask('DELETE', `/users/${id}`, { token: bearer })).status).toBe(status)
  }
})

describe('guessing', () => {
  test('is refused after ten failures, even with the right password and even if all tries are concurrent', async () => {
    const limited = await startRoom({ counters: createMemoryCounters() })
    const { email } = await limited.register('guessed')
    const guess = (password: string) => limited.ask('POST', '/users/login', { body: { email, password } })
    const statuses = (await Promise.all(Array.from({ length: 30 }, (_, n) => guess(`guess ${n}`)))).map((a) => a.status)
    expect(statuses.toSorted()).toEqual([...Array(10).fill(401), ...Array(20).fill(429)])
    const late = await guess(PASSWORD)
    expect(late).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
    expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(800)
    expect((await limited.ask('POST', '/users/login', { body: ADMIN })).status).toBe(200)
    await limited.stop()
  })

  test('does not lock an owner out of a browser in which they have signed in before', async () => {
    const limited = await startRoom({ counters: createMemoryCounters() })
    const { email } = await limited.register('known')
    const other = await limited.register('other')
    const signIn = (password: string, cookie = '', address = email) =>
      limited.ask('POST', '/users/login', { body: { email: address, password }, headers: { cookie } })
    const before = await signIn(PASSWORD)
    const set = before.headers.get('set-cookie') ?? ''
    expect(set).toMatch(/^device=[\w-]{22}\.[\w-]{22};.*samesite=lax; httponly/i)
    const cookie = set.split(';')[0]!
    for (let n = 0; n < 11; n++) await signIn(`guess ${n}`)
    expect((await signIn(PASSWORD)).status).toBe(429)
    expect((await signIn(PASSWORD, cookie)).status).toBe(200)
    const forged = [
      `${cookie.slice(0, -1)}${cookie.endsWith('A') ? 'B' : 'A'}`,
      `device=${'A'.repeat(22)}.${'A'.repeat(22)}`,
    ]
    for (const one of forged) expect((await signIn(PASSWORD, one)).status).toBe(429)
    // A device is known for one account only, so the tries of this device at the other account are limited.
    for (let n = 0; n < 11; n++) await signIn(`guess ${n}`, '', other.email)
    expect((await signIn(PASSWORD, cookie, other.email)).status).toBe(429)
    for (let n = 0; n < 10; n++) expect((await signIn(`guess ${n}`, cookie)).status).toBe(401)
    expect((await signIn(PASSWORD, cookie)).status).toBe(429)
    await limited.stop()
  })

  test('is limited to twenty new accounts from one address', async () => {
    const limited = await startRoom({ counters: createMemoryCounters() })
    const statuses = []
    for (let n = 0; n < 21; n++) {
      const body = { name: 'Bot', email: `bot${n}@shop.test`, password: PASSWORD }
      statuses.push((await limited.ask('POST', '/users/register', { body })).status)
    }
    expect(statuses).toEqual([...Array(20).fill(201), 429])
    await limited.stop()
  })
})
