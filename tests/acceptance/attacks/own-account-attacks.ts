import { testPasswords } from '@shop/language/test-support/test-passwords'
import { callerAt } from '../../support/caller.ts'
import { customerAt, PASSWORD } from '../../support/people.ts'
import { type Attack, assertThat, type Scene } from './attack.ts'

const NEW = testPasswords.changed
const change = (body: unknown) => (scene: Scene) => scene.alice.put('/api/users/me/password', body)

export const ownAccountAttacks: readonly Attack[] = [
  {
    id: 'S01',
    what: 'another password without the present one',
    send: change({ newPassword: NEW }),
    status: 400,
    code: 'VALIDATION_FAILED',
  },
  {
    id: 'S02',
    what: 'another password with a wrong present one, which neither ends the session nor is repeated in the answer',
    send: change({ currentPassword: 'a wrong password of hers', newPassword: NEW }),
    status: 400,
    code: 'VALIDATION_FAILED',
    check: async ({ body }, scene) => {
      assertThat(!JSON.stringify(body).includes('wrong password of hers'), 'the password is not in the answer')
      assertThat((await scene.alice.get('/api/orders/my-orders')).status === 200, 'the session goes on')
    },
  },
  {
    id: 'S03',
    what: 'a query operator in the place of the present password',
    send: change({ currentPassword: { $ne: '' }, newPassword: NEW }),
    status: 400,
  },
  {
    id: 'S04',
    what: 'a common new password',
    send: change({ currentPassword: PASSWORD, newPassword: 'password1' }),
    status: 400,
  },
  {
    id: 'S05',
    what: 'a present password of a mebibyte',
    send: change({ currentPassword: 'x'.repeat(2 ** 20), newPassword: NEW }),
    status: 413,
    isCheap: true,
  },
  {
    id: 'S06',
    what: 'another customer named in the body',
    prepare: async (scene) => [`${(await customerAt(scene.url)).token}`],
    send: (scene, token) =>
      callerAt(scene.url, { token }).put('/api/users/me/password', {
        currentPassword: PASSWORD,
        newPassword: NEW,
        userId: scene.bob.id,
        email: scene.bob.email,
      }),
    status: 200,
    check: async (_, { url, bob }) => {
      const { status } = await callerAt(url).post('/api/users/login', { email: bob.email, password: PASSWORD })
      assertThat(status === 200, 'his password is the same')
    },
  },
  {
    id: 'S07',
    what: 'the session of another customer',
    send: async (scene) => {
      const { body } = await scene.bob.get('/api/users/me/sessions')
      return scene.alice.delete(`/api/users/me/sessions/${body[0]._id}`)
    },
    status: 404,
    code: 'NOT_FOUND',
    check: async (_, { bob }) =>
      assertThat((await bob.get('/api/users/me/sessions')).status === 200, 'he is signed in'),
  },
  {
    id: 'S08',
    what: 'a prototype in the place of a session',
    send: (scene) => scene.alice.delete('/api/users/me/sessions/__proto__'),
    status: [400, 404],
  },
  {
    id: 'S09',
    what: 'the export of another customer, named in the query',
    send: (scene) => scene.alice.get(`/api/users/me/export?userId=${scene.bob.id}&_id=${scene.bob.id}`),
    status: [200, 400],
    check: ({ body }, { bob }) => assertThat(!JSON.stringify(body).includes(bob.email), 'nothing of his'),
  },
  {
    id: 'S10',
    what: 'an export without a token',
    send: (scene) => scene.anonymous.get('/api/users/me/export'),
    status: 401,
  },
  {
    id: 'S11',
    what: 'the deletion of one’s account without the password',
    send: (scene) => scene.alice.delete('/api/users/me', {}),
    status: 400,
  },
  {
    id: 'S12',
    what: 'the deletion of one’s account with a wrong password',
    send: (scene) => scene.alice.delete('/api/users/me', { password: 'not hers at all' }),
    status: 400,
    check: async (_, { alice }) =>
      assertThat((await alice.get('/api/orders/my-orders')).status === 200, 'she is there'),
  },
  {
    id: 'S13',
    what: 'the only admin’s deletion of themselves through the admin’s call, under the name `me`',
    send: (scene) => scene.root.delete('/api/admin/users/me'),
    status: 404,
  },
  {
    id: 'S14',
    what: 'a token of an ended session',
    prepare: async (scene) => {
      const person = await customerAt(scene.url)
      await person.delete('/api/users/me/sessions/current')
      return [`${person.token}`]
    },
    send: (scene, token) => callerAt(scene.url, { token }).get('/api/users/me/export'),
    status: 401,
    code: 'UNAUTHENTICATED',
  },
  {
    id: 'S19',
    what: 'another address of one’s own without the password, or with a wrong one',
    send: async ({ alice }) => {
      assertThat(
        (await alice.put('/api/users/me', { email: 'new@x.test' })).status === 400,
        'the password is asked for',
      )
      return alice.put('/api/users/me', { email: 'new@x.test', password: 'not hers at all' })
    },
    status: 400,
    code: 'VALIDATION_FAILED',
  },
  {
    id: 'S20',
    what: 'a role, an id and a hash among one’s own changes',
    prepare: async ({ url }) => [`${(await customerAt(url)).token}`],
    send: ({ url, bob }, token) =>
      callerAt(url, { token }).put('/api/users/me', { name: 'Eve', role: 'admin', _id: bob.id, passwordHash: 'x' }),
    status: 200,
    check: ({ body }, { bob }) => assertThat(body.role === 'customer' && body._id !== bob.id, 'the name alone changes'),
  },
  {
    id: 'S21',
    what: 'a list in the place of a name, and a header in an address',
    send: async ({ alice }) => {
      assertThat((await alice.put('/api/users/me', { name: ['a'] })).status === 400, 'a name is a text')
      return alice.put('/api/users/me', { email: 'a@x.test\r\nBcc: eve@x.test', password: PASSWORD })
    },
    status: 400,
  },
]
