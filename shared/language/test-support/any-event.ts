import fc from 'fast-check'
import * as z from 'zod'
import { allEvents } from '../src/all-events.ts'
import type { Event } from '../src/events/event.ts'
import { sampleProduct } from './sample-product.ts'

type Shape = Readonly<{
  type?: string | readonly string[]
  anyOf?: readonly Shape[]
  enum?: readonly string[]
  const?: unknown
  properties?: Readonly<Record<string, Shape>>
  required?: readonly string[]
  items?: Shape
  minItems?: number
  additionalProperties?: Shape | boolean
  minimum?: number
  exclusiveMinimum?: number
}>

const AT = '2026-01-05T00:00:00.000Z'
/** TABLE: few ids and words, so that random events share a cart, an order or a line of stock. */
const words: Readonly<Record<string, readonly string[]>> = {
  productId: ['p1', 'p2'],
  accountId: ['ada', 'bob'],
  ownerId: ['ada', 'bob', 'guest_1'],
  to: ['ada', 'bob'],
  guestId: ['guest_1'],
  checkoutId: ['o1', 'o2', 'o3'],
  orderId: ['o1', 'o2', 'o3'],
  caseId: ['case1', 'case2'],
  sessionId: ['s1', 's2'],
  size: ['M', ''],
  color: ['Red', 'Blue', ''],
  kind: ['refund-refused', 'payment-unmatched', 'dispute'],
}
const SOME_WORDS = ['r1', 'r2', 'Skirt']

/** A random event of this type, within its schema, about few people and things. */
export function anyOf(type: string): fc.Arbitrary<Event> {
  const definition = allEvents.find((one) => one.type === type)
  if (!definition) throw new Error(`${type} is not an event of this shop`)
  const shape = z.toJSONSchema(definition.schema, { io: 'input' }) as Shape
  return anyIn(shape, '').map((data) => ({ type, data: definition.schema.parse(ofOneCustomer(data as object)) }))
}

/** Each order and checkout has only one customer. */
const ofOneCustomer = (data: { customerId?: unknown; orderId?: string; checkoutId?: string }) =>
  typeof data.customerId === 'string'
    ? { ...data, customerId: (data.orderId ?? data.checkoutId) === 'o2' ? 'bob' : 'ada' }
    : data

function anyIn(shape: Shape, name: string): fc.Arbitrary<unknown> {
  if (name === 'details') return fc.nat(2).map((n) => ({ ...sampleProduct, name: `Skirt ${n}`, priceCents: n }))
  if (shape.anyOf) return fc.oneof(...shape.anyOf.map((one) => anyIn(one, name)))
  if (shape.enum) return fc.constantFrom(...shape.enum)
  if (shape.const !== undefined) return fc.constant(shape.const)
  if (Array.isArray(shape.type)) return fc.oneof(...shape.type.map((type: string) => anyIn({ ...shape, type }, name)))
  switch (shape.type) {
    case 'string':
      return /(^at|At|Until)$/.test(name) ? fc.constant(AT) : fc.constantFrom(...(words[name] ?? SOME_WORDS))
    case 'integer':
      return fc.integer({ min: shape.exclusiveMinimum === 0 ? 1 : Math.max(shape.minimum ?? -9, -9), max: 9 })
    case 'number':
      return fc.constantFrom(-1.5, 0, 2)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(anyIn(shape.items ?? {}, name), { minLength: shape.minItems ?? 0, maxLength: 2 })
    case 'object':
      return anyObject(shape)
  }
  throw new Error(`${name}: no values are known for ${JSON.stringify(shape)}`)
}

function anyObject({ properties = {}, required = [], additionalProperties }: Shape): fc.Arbitrary<unknown> {
  const fields = Object.entries(properties).map(([name, shape]) => [name, anyIn(shape, name)])
  if (fields.length > 0)
    return fc.record<Record<string, unknown>>(Object.fromEntries(fields), { requiredKeys: [...required] })
  const values = typeof additionalProperties === 'object' ? anyIn(additionalProperties, '') : fc.constant('')
  return fc.dictionary(fc.constantFrom(...SOME_WORDS), values, { maxKeys: 2 })
}
