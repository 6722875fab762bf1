export type Schema = Readonly<Record<string, unknown>>
export type Random = () => number

export const pick = <Item>(random: Random, items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!

const nested = (depth: number): unknown => (depth === 0 ? 0 : [nested(depth - 1)])
/** What no schema asks for. */
const HOSTILE: readonly unknown[] = [
  null,
  true,
  '',
  ' ',
  -1,
  0.001,
  1e308,
  2 ** 53,
  [],
  {},
  [[]],
  { $ne: null },
  { toString: 1 },
  ['__proto__'],
  '__proto__',
  '\u0000',
  '\ud800',
  '\uFFFD',
  '\u202Eltr',
  '%00%2e%2e%2f',
  "';DROP TABLE events--",
  '<script>alert(1)</script>',
  'x'.repeat(5000),
  '9'.repeat(400),
  nested(19),
  nested(40),
]
const LETTERS = 'aZ09 _-.,\'"\\/{}[]()%&=<>é✓𝒳'
/** Of ten values this many are hostile. */
const HOSTILE_SHARE = 0.1

/** A value that a schema allows, or now and then one that it does not. `ids` are those of things that are there. */
export function valueFor(schema: Schema, random: Random, ids: readonly string[]): unknown {
  if (random() < HOSTILE_SHARE) return pick(random, HOSTILE)
  const { type, enum: names, const: only, anyOf } = schema
  if (only !== undefined) return only
  if (names) return pick(random, names as unknown[])
  if (anyOf && !type) return valueFor(pick(random, anyOf as Schema[]), random, ids)
  if (type === 'object') return objectOf(schema, random, ids)
  if (type === 'array') return listOf(random, () => valueFor((schema.items ?? {}) as Schema, random, ids))
  if (type === 'integer' || type === 'number') return numberOf(schema, random)
  if (type === 'boolean') return random() < 0.5
  return type === 'string' ? textOf(schema, random, ids) : pick(random, HOSTILE)
}

function objectOf({ properties = {}, required = [] }: Schema, random: Random, ids: readonly string[]): unknown {
  const named = Object.entries(properties as Record<string, Schema>)
    .filter(([name]) => random() < ((required as string[]).includes(name) ? 0.97 : 0.5))
    .map(([name, schema]) => [name, valueFor(schema, random, ids)])
  const odd = random() < 0.1 ? [[pick(random, ['__proto__', 'constructor', 'role', 'isAdmin', '']), 'admin']] : []
  return Object.fromEntries([...named, ...odd])
}

const listOf = (random: Random, item: () => unknown) => Array.from({ length: Math.floor(random() * 4) }, item)

function numberOf({ minimum = -1000, maximum = 1000, type }: Schema, random: Random): number {
  const [least, most] = [Number(minimum), Number(maximum)]
  const between = least + random() * (Math.min(most, least + 1000) - least)
  const inside = type === 'integer' ? Math.floor(between) : Math.round(between * 100) / 100
  return pick(random, [inside, inside, inside, least, most, least - 1, most + 1])
}

function textOf({ pattern = '', maxLength = 40 }: Schema, random: Random, ids: readonly string[]): string {
  if (random() < 0.4 && ids.length > 0) return pick(random, ids)
  if (String(pattern).startsWith('^guest_')) return `guest_${Math.floor(random() * 20)}`
  if (String(pattern).includes('@')) return `${Math.floor(random() * 1e6)}@x.test`
  if (String(pattern).startsWith('^[Pp]')) return 'PayPal'
  if (String(pattern).startsWith('^(https')) return 'https://x.test/a.png'
  const length = Math.floor(random() ** 3 * Number(maxLength) * 1.05)
  return Array.from({ length }, () => pick(random, [...LETTERS])).join('')
}
