import Router from '@koa/router'
import type { Context } from 'koa'
import { refused } from './errors.ts'
import { type Credentials, requireToken } from './oauth.ts'
import type { Site } from './representations.ts'

/** PayPal's Identity API v1 (`userinfo` with the schema `paypalv1.1`): the account of the credentials. */
export const identityRoutes = (siteOf: (ctx: Context) => Site, credentials: Credentials) =>
  new Router().get('/v1/identity/oauth2/userinfo', (ctx) => {
    requireToken(ctx, credentials)
    // Koa's `query` takes quadratic time.
    if (new URLSearchParams(ctx.querystring).get('schema') !== 'paypalv1.1') throw refused('INVALID_PARAMETER_VALUE')
    const { merchantId } = siteOf(ctx)
    ctx.body = {
      user_id: `https://www.paypal.com/webapps/auth/identity/user/${merchantId}`,
      name: 'Test payments',
      payer_id: merchantId,
      verified_account: true,
      emails: [{ value: 'test-merchant@example.com', primary: true, confirmed: true }],
    }
  })
