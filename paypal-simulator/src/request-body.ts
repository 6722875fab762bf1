import type { Context, Next } from 'koa'
import { koaBody } from 'koa-body'
import { PaypalError, refused } from './errors.ts'

const deepestLevel = 32

const parse = koaBody({
  jsonLimit: '32kb',
  formLimit: '32kb',
  text: false,
  onError(error) {
    const { status } = error as { status?: number }
    if (status === 413) throw refused('BODY_TOO_LARGE')
    if (status === 415) throw new PaypalError(415)
    throw refused('MALFORMED_REQUEST_JSON')
  },
})

/** PayPal requires a Content-Type for each POST of its API, even without a body. */
const ofTheApi = ({ method, path }: Context) =>
  method === 'POST' &&
  /^\/v\d\/(.*\/(orders|capture|authorize|refund|verify-webhook-signature)|oauth2\/token)$/.test(path)

export function readBody(ctx: Context, next: Next) {
  const expected = ctx.path === '/v1/oauth2/token' ? 'urlencoded' : 'json'
  const isOther = ctx.request.length !== 0 && ctx.request.is(expected) === false
  if (isOther || (ofTheApi(ctx) && !ctx.get('Content-Type'))) throw new PaypalError(415)
  return parse(ctx, () => {
    // Serializing deeply nested JSON would overflow the stack.
    if (isDeeper(ctx.request.body, deepestLevel)) throw refused('MALFORMED_REQUEST_JSON')
    return next()
  })
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1))
}
