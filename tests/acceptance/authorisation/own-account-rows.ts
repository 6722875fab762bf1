import { testPasswords } from '@shop/language/test-support/test-passwords'
import type { Actor } from '../../../gateway/src/permissions.ts'
import { callerAt, type ShopCaller } from '../../support/caller.ts'
import { ADDRESS, customerAt, PASSWORD } from '../../support/people.ts'
import { ADMIN } from '../../support/shop.ts'
import { get, on, type Row, UNKNOWN_ID, type World } from './authorisation-row.ts'

/** Makes another user with the same role as the caller, because these calls end sessions and accounts. */
async function likewise(world: World, caller: ShopCaller, actor: Actor): Promise<ShopCaller> {
  if (actor === 'anonymous' || actor === 'guest') return caller
  const person = await customerAt(world.url)
  if (actor === 'admin' || actor === 'analyst') await world.admin.put(`/api/admin/users/${person.id}`, { role: actor })
  return person
}

/** Opens another session of the same person. */
async function alsoSignedIn(url: string, email: string) {
  const { body } = await callerAt(url).post('/api/users/login', { email, password: PASSWORD })
  return callerAt(url, { token: body.token })
}

async function savedAddress({ owner }: World): Promise<string> {
  return (await owner.post('/api/users/me/addresses', ADDRESS)).body._id
}

export const ownAccountRows: readonly Row[] = [
  {
    call: 'POST /api/users/login',
    ask: async (world, caller, actor) => (await likewise(world, caller, actor)).post('/api/users/login', ADMIN),
  },
  {
    call: 'POST /api/newsletter',
    ask: (_, caller) => caller.post('/api/newsletter', { email: 'nobody@x.test' }),
  },
  {
    // A caller without an emailed link is refused, whether signed in or not.
    call: 'POST /api/newsletter/confirm',
    answered: 400,
    ask: (_, caller) => caller.post('/api/newsletter/confirm', { token: 'x' }),
  },
  {
    call: 'POST /api/newsletter/unsubscribe',
    answered: 400,
    ask: (_, caller) => caller.post('/api/newsletter/unsubscribe', { token: 'x' }),
  },
  {
    call: 'POST /api/contact',
    ask: (_, caller) => caller.post('/api/contact', { name: 'Nobody', email: 'nobody@x.test', message: 'Hello' }),
  },
  {
    call: 'PUT /api/users/me/password',
    ask: async (world, caller, actor) =>
      (await likewise(world, caller, actor)).put('/api/users/me/password', {
        currentPassword: PASSWORD,
        newPassword: testPasswords.changed,
      }),
  },
  {
    call: 'POST /api/users/password/forgotten',
    ask: (_, caller) => caller.post('/api/users/password/forgotten', { email: 'nobody@x.test' }),
  },
  {
    // A caller without an emailed link is refused, whether signed in or not.
    call: 'POST /api/users/password/reset',
    answered: 400,
    ask: (_, caller) => caller.post('/api/users/password/reset', { token: 'x', newPassword: testPasswords.changed }),
  },
  { call: 'GET /api/users/me/sessions', ask: get('/api/users/me/sessions') },
  {
    call: 'DELETE /api/users/me/sessions',
    ask: async (world, caller, actor) => (await likewise(world, caller, actor)).delete('/api/users/me/sessions'),
  },
  {
    // The session belongs to the owner. For every other caller it is unknown.
    call: 'DELETE /api/users/me/sessions/{id}',
    ...on(
      async (world) => {
        const second = await alsoSignedIn(world.url, world.owner.email)
        const { body } = await second.get('/api/users/me/sessions')
        return body.find(({ current }: { current: boolean }) => current)
      },
      ({ _id }, caller) => caller.delete(`/api/users/me/sessions/${_id}`),
    ),
    unknown: { by: 'owner', path: `/api/users/me/sessions/${UNKNOWN_ID}` },
  },
  { call: 'GET /api/users/me', ask: get('/api/users/me') },
  {
    call: 'PUT /api/users/me',
    ask: async (world, caller, actor) =>
      (await likewise(world, caller, actor)).put('/api/users/me', { name: 'Another Name' }),
  },
  {
    // A caller without an emailed link is refused, whether signed in or not.
    call: 'POST /api/users/email/confirm',
    answered: 400,
    ask: (_, caller) => caller.post('/api/users/email/confirm', { token: 'x' }),
  },
  { call: 'GET /api/users/me/addresses', ask: get('/api/users/me/addresses') },
  {
    call: 'POST /api/users/me/addresses',
    ask: (_, caller) => caller.post('/api/users/me/addresses', ADDRESS),
  },
  {
    // The address belongs to the owner. For every other caller it is unknown.
    call: 'PUT /api/users/me/addresses/{id}',
    ...on(savedAddress, (id, caller) => caller.put(`/api/users/me/addresses/${id}`, ADDRESS)),
    unknown: { by: 'owner', path: `/api/users/me/addresses/${UNKNOWN_ID}`, body: ADDRESS },
  },
  {
    call: 'DELETE /api/users/me/addresses/{id}',
    ...on(savedAddress, (id, caller) => caller.delete(`/api/users/me/addresses/${id}`)),
    unknown: { by: 'owner', path: `/api/users/me/addresses/${UNKNOWN_ID}` },
  },
  { call: 'GET /api/users/me/export', ask: get('/api/users/me/export') },
  {
    call: 'DELETE /api/users/me',
    ask: async (world, caller, actor) =>
      (await likewise(world, caller, actor)).delete('/api/users/me', { password: PASSWORD }),
  },
]
