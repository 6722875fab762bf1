import { createHmac } from 'node:crypto'
import { callerAt } from '../../support/caller.ts'
import type { Attack, Scene } from './attack.ts'

const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
function forged(subject: string, secret: string, claims = {}) {
  const now = Math.floor(Date.now() / 1000)
  const payload = { sub: subject, iss: 'selvedge', aud: 'selvedge-shop', iat: now, exp: now + 3600, ...claims }
  const unsigned = `${base64url({ alg: 'HS256' })}.${base64url(payload)}`
  return `${unsigned}.${createHmac('sha256', secret).update(unsigned).digest('base64url')}`
}
const withToken = (scene: Scene, token: string) => callerAt(scene.url, { token })
const promoted = (token = '') => {
  const [header, payload = '', signature] = token.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
  return `${header}.${base64url({ ...claims, role: 'admin', sub: 'somebody-else' })}.${signature}`
}

export const tokenAttacks: readonly Attack[] = [
  {
    id: 'T02',
    what: 'a token signed with "secret"',
    send: (scene) => withToken(scene, forged(scene.alice.id, 'secret')).get('/api/admin/users'),
    status: 401,
  },
  {
    id: 'T02b',
    what: 'a token signed with an empty secret',
    send: (scene) => withToken(scene, forged(scene.alice.id, ' ')).get('/api/admin/users'),
    status: 401,
  },
  {
    id: 'T04',
    what: 'a payload changed behind its signature',
    send: (scene) => withToken(scene, promoted(scene.alice.token)).get('/api/admin/users'),
    status: 401,
  },
  {
    id: 'T10',
    what: 'two spaces after Bearer',
    send: (scene) =>
      scene.anonymous.get('/api/orders/my-orders', { headers: { authorization: `Bearer  ${scene.alice.token}` } }),
    status: 401,
  },
  {
    id: 'T10b',
    what: 'Basic credentials',
    send: (scene) => scene.anonymous.get('/api/orders/my-orders', { headers: { authorization: 'Basic YTpi' } }),
    status: 401,
  },
  {
    id: 'T12',
    what: 'an expired token on a public call',
    send: (scene) => withToken(scene, 'a.b.c').get('/api/products'),
    status: 200,
  },
]
