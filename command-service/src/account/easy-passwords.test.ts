import { testPasswords } from '@shop/language/test-support/test-passwords'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD, type Room, startRoom } from '../test-support/start-room.ts'
import { accountOf } from './accounts.ts'
import { refuseEasy } from './easy-passwords.ts'
import { resetToken } from './reset-link.ts'
import { setPassword } from './set-password.ts'

const ADA = { name: 'Ada Lovelace', email: 'ada.byron@shop.test' }
const messageOf = (password: string) =>
  refuseEasy(password, ADA).then(
    () => 'taken',
    ({ message }: Error) => message,
  )

describe('a password is refused', () => {
  test.each([
    [
      'repeats itself',
      '00000000 88888888 66666666 99999999 aaaaaaaa 12341234 AbcAbcAbc 12341234! xK9$xK9$xK9$ Aa1!Aa1! eex7kqeex7kq',
    ],
    ['run', '987654321 87654321 abcdefgh ZYXWVUTS qwertyui asdfghjkl 1qaz2wsx3edc abc12345 qwer1234 poiuytrew7'],
    [
      'attackers try first',
      'Summer2026 Monday123 Winter2025! 2026Summer P@ssw0rd2026 football99 envelope letmein!! October25 147258369',
    ],
    ['words that attackers try first', 'Selvedge2026 shop-admin password1'],
    [
      'name or email address',
      'AdaLovelace lovelace1 Lovelace1815 ada.byron@shop.test Ada.Byron! adabyron99 1adalovelace',
    ],
  ])('that %s', async (why, passwords) => {
    for (const password of passwords.split(' ')) {
      expect(await messageOf(password), password).toContain(why)
      expect(await messageOf(password)).toMatch(/\. Choose a longer password, for example three unrelated words/)
    }
  })

  test('but not only because it contains a run, a word or a name', async () => {
    const good = [
      'Gh7$kq9Z',
      'blue-horse',
      'tr0ub4dor&3',
      '1234kX9$',
      'lovelace-engine-42',
      ...Object.values(testPasswords),
    ]
    for (const password of good) expect(await messageOf(password), password).toBe('taken')
  })
})

describe('an easy password is refused', () => {
  let room: Room
  beforeAll(async () => {
    room = await startRoom()
  })
  afterAll(() => room.stop())

  const ways = {
    registering: (password: string) =>
      room.ask('POST', '/users/register', { body: { name: 'Grace', email: 'grace.hopper@shop.test', password } }),
    'an admin who adds a user': (password: string) =>
      room.ask('POST', '/users', {
        token: room.adminToken,
        body: { name: 'Grace', email: 'grace.hopper@shop.test', password },
      }),
    async 'another password'(newPassword: string) {
      const { token } = await someone()
      return room.ask('PUT', '/me/password', { token, body: { currentPassword: PASSWORD, newPassword } })
    },
    async 'a mailed link'(newPassword: string) {
      const { id } = await someone()
      const account = await accountOf(room.parts.commands, id)
      const token = await resetToken(room.parts, id, account, new Date().toISOString())
      return room.ask('POST', '/password/reset', { body: { token, newPassword } })
    },
  }
  let people = 0
  async function someone() {
    const grace = { name: 'Grace Hopper', email: `person${++people}@shop.test`, password: PASSWORD }
    const { body } = await room.ask('POST', '/users/register', { body: grace })
    return { id: body.user._id as string, token: body.token as string, email: grace.email }
  }

  test.each(Object.entries(ways))('%s', async (_, set) => {
    for (const password of ['87654321', 'Summer2026', 'Grace.Hopper1', 'nine\u0000letters', 'half\ud800character'])
      expect(await set(password), password).toMatchObject({
        status: 400,
        body: { fields: [{ path: expect.stringMatching(/assword$/) }] },
      })
  })

  test('when the operator sets it', async () => {
    const { email } = await someone()
    for (const password of ['87654321', 'Summer2026', 'Grace.Hopper1', 'nine\u0000letters'])
      await expect(setPassword(room.parts, email, password), password).rejects.toThrow()
  })
})
