import { invalidField, ShopError } from '@shop/language/errors'
import type { ParameterizedContext } from 'koa'
import type * as z from 'zod'
import { QUERY_CHARACTERS, QUERY_PARAMETERS } from '../limits/sizes.ts'
import { wordsOf } from './issue-words.ts'

/** Throws VALIDATION_FAILED with the fields that are not valid. */
export function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value ?? {}, { error: wordsOf })
  if (result.success) return result.data
  const fields = result.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  throw new ShopError('VALIDATION_FAILED', fields[0]?.message ?? 'This request is not valid', { details: { fields } })
}

/** Leaves out empty values, and joins the values of a repeated name with commas. Refuses names with brackets. */
export function parseQuery<Schema extends z.ZodType>(schema: Schema, ctx: ParameterizedContext): z.output<Schema> {
  const query: Record<string, string> = {}
  for (const [name, value] of queryOf(ctx)) {
    if (/[[\]]/.test(name)) throw notAParameter(name.slice(0, 50))
    if (value === '') continue
    query[name] = Object.hasOwn(query, name) ? `${query[name]},${value}` : value
  }
  return parse(schema, query)
}

const notAParameter = (name: string) => invalidField(name, `${name} is not a parameter`)

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
