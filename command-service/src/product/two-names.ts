import { invalidField } from '@shop/language/errors'
import type { ProductDetails } from '@shop/language/product/events'

/** TABLE: the product fields that clients know by two names (decisions P2). */
const names = [
  ['collections', 'collection'],
  ['sizes', 'size'],
  ['colors', 'color'],
] as const

type TwoNamed = { [Field in 'collections' | 'collection']?: string | undefined } & {
  [Field in 'sizes' | 'size' | 'colors' | 'color']?: readonly string[] | undefined
}
type Stored = Pick<ProductDetails, 'collections' | 'sizes' | 'colors'>

const NOTHING: Stored = { collections: '', sizes: [], colors: [] }

/**
 * If a client sends different values under the two names of a field, the value that differs from `stored` counts. Throws VALIDATION_FAILED
 * if both values differ from `stored`.
 */
export function underOneName<Body extends TwoNamed>(
  { collection, size, color, ...body }: Body,
  stored: Stored = NOTHING,
): Omit<Body, 'collection' | 'size' | 'color'> {
  const others = { collection, size, color }
  const meant = names.flatMap(([name, other]) => {
    const value = meantBy(other, [body[name], others[other]], stored[name])
    return value === undefined ? [] : [[name, value]]
  })
  return { ...body, ...Object.fromEntries(meant) }
}

type Value = string | readonly string[] | undefined

function meantBy(name: string, [one, two]: readonly [Value, Value], stored: Value): Value {
  if (one === undefined || two === undefined) return one ?? two
  if (areSame(one, two) || areSame(two, stored)) return one
  if (areSame(one, stored)) return two
  const message = 'This field has two names, and the request gives them different values. Send only one'
  throw invalidField(name, message, `${name}: ${message}`)
}

const areSame = (one: Value, two: Value) => JSON.stringify(one) === JSON.stringify(two)
