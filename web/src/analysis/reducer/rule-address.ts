import { NOTHING } from './compared-with.ts'

/** A rule as it is typed, with its comparison and its range of events. */
export type TypedRule = Readonly<{
  reducer: string
  second: string
  /** A value of the choices in `compared-with.ts`. */
  compared: string
  types: readonly string[]
  from: string
  asOf: string
}>

export const EMPTY_RULE: TypedRule = { reducer: '', second: '', compared: NOTHING, types: [], from: '', asOf: '' }

/** Separates the two rules in an address. An encoded rule does not contain it. */
const BETWEEN = '&'

/**
 * The address of a rule: a query, and after `#` the texts of the rules. Browsers do not send that part, so it may be long. Opening an
 * address never runs its rule. Otherwise a stranger's link could run a rule that no analyst has read.
 */
export function ruleAddress({ reducer, second, compared, types, from, asOf }: TypedRule): string {
  const query = new URLSearchParams()
  if (compared !== NOTHING) query.set('compare', compared)
  if (types.length > 0) query.set('types', types.join(','))
  if (from.trim()) query.set('from', from.trim())
  if (asOf.trim()) query.set('asOf', asOf.trim())
  const texts = second === '' ? [reducer] : [reducer, second]
  return `${query.size > 0 ? `?${query}` : ''}#${texts.map(encodeURIComponent).join(BETWEEN)}`
}

/** Reads an address of `ruleAddress`. Invalid parts are left out. */
export function readRuleAddress(address: string): TypedRule {
  const { searchParams: query, hash } = new URL(address, 'http://shop')
  const [reducer = '', second = ''] = hash.slice(1).split(BETWEEN).map(decoded)
  const of = (name: string) => query.get(name) ?? ''
  const types = of('types')
    .split(',')
    .filter((type) => type !== '')
  return { reducer, second, compared: of('compare') || NOTHING, types, from: of('from'), asOf: of('asOf') }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
