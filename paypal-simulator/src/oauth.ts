import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import Router from '@koa/router'
import type { Context } from 'koa'
import { InvalidToken, PaypalError } from './errors.ts'
import type { Faults } from './faults.ts'
import { applyFault, faulty } from './faulty.ts'
import { wholeSeconds } from './whole-seconds.ts'

export type Credentials = { clientId: string; clientSecret: string; now: () => Date }

const lifetimeSeconds = 9 * 60 * 60
const SCOPES = ['payments/payment', 'payments/refund', 'paypalattributes', 'applications/webhooks']

/** Tokens are signed and not stored, so they stay valid after a restart. */
export function oauthRoutes(credentials: Credentials, faults?: Faults) {
  const { clientId, clientSecret } = credentials
  return new Router().post('/v1/oauth2/token', faulty(faults, 'token'), async (ctx) => {
    await applyFault(ctx)
    const given = basicOf(ctx)
    const form = (ctx.request.body ?? {}) as { grant_type?: unknown }
    if (!same(given?.user ?? '', clientId) || !same(given?.password ?? '', clientSecret)) {
      ctx.status = 401
      ctx.body = { error: 'invalid_client', error_description: 'Client Authentication failed' }
    } else if (form.grant_type !== 'client_credentials') {
      ctx.status = 400
      ctx.body = { error: 'unsupported_grant_type', error_description: 'Grant Type is NULL' }
    } else {
      ctx.set('Cache-Control', 'no-store')
      ctx.body = {
        scope: SCOPES.map((scope) => `https://uri.paypal.com/services/${scope}`).join(' '),
        access_token: newToken(credentials),
        token_type: 'Bearer',
        app_id: 'APP-80W284485P519543T',
        expires_in: lifetimeSeconds,
        nonce: `${wholeSeconds(credentials.now())}${randomBytes(32).toString('base64url')}`,
      }
    }
  })
}

export function isShop(ctx: Context, credentials: Credentials) {
  const given = basicOf(ctx)
  if (given) return same(given.user, credentials.clientId) && same(given.password, credentials.clientSecret)
  return hasToken(ctx, credentials)
}

export function requireToken(ctx: Context, credentials: Credentials) {
  if (hasToken(ctx, credentials)) return
  throw /^Bearer /i.test(ctx.get('Authorization')) ? new InvalidToken() : new PaypalError(401)
}

function hasToken(ctx: Context, credentials: Credentials) {
  const token = /^Bearer (\S+)$/i.exec(ctx.get('Authorization'))?.[1] ?? ''
  const expires = /^A21AA([0-9a-z]+)\./.exec(token)?.[1] ?? ''
  return same(token, signed(expires, credentials)) && parseInt(expires, 36) > credentials.now().getTime()
}

/** The SDK script has only the public client id. */
export function requireClientId(ctx: Context, { clientId }: Credentials) {
  const given = basicOf(ctx)
  if (!given || !same(given.user, clientId) || given.password !== '') throw new PaypalError(401)
}

function newToken(credentials: Credentials) {
  return signed((credentials.now().getTime() + lifetimeSeconds * 1000).toString(36), credentials)
}

function signed(expires: string, { clientId, clientSecret }: Credentials) {
  const mark = createHmac('sha256', clientSecret).update(`access token ${clientId} ${expires}`).digest('base64url')
  return `A21AA${expires}.${mark}`
}

function basicOf(ctx: Context) {
  const encoded = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(ctx.get('Authorization'))?.[1]
  if (!encoded) return undefined
  const [user = '', ...rest] = Buffer.from(encoded, 'base64').toString().split(':')
  return { user, password: rest.join(':') }
}

function same(given: string, expected: string) {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
