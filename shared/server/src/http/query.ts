import { invalidField } from '@shop/language/errors'
import type { ParameterizedContext } from 'koa'
import { QUERY_CHARACTERS, QUERY_PARAMETERS } from '../limits/sizes.ts'

/** Use this instead of Koa's own `query`, which takes quadratic time. Throws VALIDATION_FAILED if the query is too long. */
export function queryOf(ctx: ParameterizedContext): URLSearchParams {
  const text = ctx.querystring
  const kept = ctx.state.query as { text: string; params: URLSearchParams } | undefined
  if (kept?.text === text) return kept.params
  refuseLongQuery(text)
  const params = new URLSearchParams(text)
  ctx.state.query = { text, params }
  return params
}

/** Throws VALIDATION_FAILED if a query is too long. */
export function refuseLongQuery(text: string): void {
  let parameters = 1
  for (let at = text.indexOf('&'); at >= 0 && parameters <= QUERY_PARAMETERS; at = text.indexOf('&', at + 1))
    parameters++
  if (text.length > QUERY_CHARACTERS || parameters > QUERY_PARAMETERS)
    throw invalidField('query', 'This address is too long')
}
