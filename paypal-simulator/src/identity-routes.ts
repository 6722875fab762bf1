import Router from '@koa/router'
import type { Context } from 'koa'
import { type Credentials, requireToken } from './oauth.ts'
import type { Site } from './representations.ts'

/** Whose the credentials are: PayPal's Identity API v1 (`userinfo` with the schema `paypalv1.1`). */
export const identityRoutes = (siteOf: (ctx: Context) => Site, credentials: Credentials) =>
  new Router().get('/v1/identity/oauth2/userinfo', (ctx) => {
    requireToken(ctx, credentials)
    const { merchantId } = siteOf(ctx)
    ctx.body = { user_id: `https://www.paypal.com/webapps/auth/identity/user/${merchantId}`, payer_id: merchantId }
  })
