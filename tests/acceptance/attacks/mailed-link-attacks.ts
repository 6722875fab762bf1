import { testPasswords } from '@shop/language/test-support/test-passwords'
import { type Attack, assertThat } from './attack.ts'

const NEW = testPasswords.changed

/** Attacks on the links in e-mails: requests for such a link, and requests with tokens that the shop has not made. */
export const mailedLinkAttacks: readonly Attack[] = [
  {
    id: 'S15',
    what: 'a forgotten password of a customer, beside one of an unknown address: the answers are the same',
    send: async ({ anonymous, bob }) => {
      const unknown = await anonymous.post('/api/users/password/forgotten', { email: 'nobody.at.all@x.test' })
      const known = await anonymous.post('/api/users/password/forgotten', { email: bob.email })
      assertThat(JSON.stringify(known.body) === JSON.stringify(unknown.body), 'no client learns that he has an account')
      return known
    },
    status: 200,
  },
  {
    id: 'S16',
    what: 'a reset by the token of a session',
    send: ({ anonymous, bob }) =>
      anonymous.post('/api/users/password/reset', { token: bob.token, newPassword: NEW, email: bob.email }),
    status: 400,
    code: 'VALIDATION_FAILED',
    check: async (_, { bob }) =>
      assertThat((await bob.get('/api/users/me/sessions')).status === 200, 'he is signed in'),
  },
  {
    id: 'S17',
    what: 'a reset by an unsigned token',
    send: ({ anonymous, bob }) => {
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
      const claims = { sub: bob.id, ver: 0, key: 'k', iss: 'selvedge', aud: 'selvedge-reset-password', exp: 9e9 }
      const token = `${part({ alg: 'none' })}.${part(claims)}.`
      return anonymous.post('/api/users/password/reset', { token, newPassword: NEW })
    },
    status: 400,
    code: 'VALIDATION_FAILED',
  },
  {
    id: 'S18',
    what: 'a list of addresses in the place of one, and a header in an address',
    send: ({ anonymous }) =>
      anonymous.post('/api/users/password/forgotten', { email: ['a@x.test', 'b@x.test\r\nBcc: eve@x.test'] }),
    status: 400,
  },
  {
    id: 'S23',
    what: 'a message from the contact page with a header in its name, and one from a list of addresses',
    send: async ({ anonymous }) => {
      const message = { name: 'Eve\r\nBcc: bob@x.test', email: 'eve@x.test', message: 'Hello' }
      const first = await anonymous.post('/api/contact', message)
      const second = await anonymous.post('/api/contact', { ...message, name: 'Eve', email: ['a@x.test', 'b@x.test'] })
      assertThat(second.status === 400, 'a list of addresses is refused too')
      return first
    },
    status: 400,
    code: 'VALIDATION_FAILED',
  },
  {
    id: 'S24',
    what: 'the newsletter asked for a customer, beside one for an unknown address: the answers are the same',
    send: async ({ anonymous, bob }) => {
      const unknown = await anonymous.post('/api/newsletter', { email: 'nobody.at.all@x.test' })
      const known = await anonymous.post('/api/newsletter', { email: bob.email })
      assertThat(JSON.stringify(known.body) === JSON.stringify(unknown.body), 'no client learns who is known')
      return known
    },
    status: 200,
  },
  {
    id: 'S25',
    what: 'a newsletter confirmed and left by the token of a session',
    send: async ({ anonymous, bob }) => {
      const left = await anonymous.post('/api/newsletter/unsubscribe', { token: bob.token })
      assertThat(left.status === 400, 'leaving needs a link too')
      return anonymous.post('/api/newsletter/confirm', { token: bob.token })
    },
    status: 400,
    code: 'VALIDATION_FAILED',
  },
  {
    id: 'S22',
    what: 'an address confirmed by the token of a session',
    send: ({ anonymous, bob }) => anonymous.post('/api/users/email/confirm', { token: bob.token }),
    status: 400,
    code: 'VALIDATION_FAILED',
  },
]
