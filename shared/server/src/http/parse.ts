import { invalidField, ShopError } from '@shop/language/errors'
import type { ParameterizedContext } from 'koa'
import type * as z from 'zod'
import { wordsOf } from './issue-words.ts'
import { queryOf } from './query.ts'

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
