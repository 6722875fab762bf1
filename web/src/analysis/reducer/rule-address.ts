import type { SavedQuestion } from '@shop/language/question/api'
import type { Rule } from '@shop/language/question/rule'
import { chosenOf, NOTHING } from './compared-with.ts'

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

export const typedRule = ({ reducer, against, types, from }: Rule): TypedRule => ({
  ...EMPTY_RULE,
  reducer,
  second: against && 'reducer' in against ? against.reducer : '',
  compared: chosenOf(against),
  types,
  from: from === 1 ? '' : String(from),
})

/** Separates the two rules in an address. An encoded rule contains no `&`. */
const BETWEEN = '&'

/**
 * The address of a rule: the name of an unchanged saved rule, or the rule's text after `#`, which browsers do not send. Only an address
 * with a name can run the rule when it is opened: a stranger's link must not run a rule that no analyst has read.
 */
export function ruleAddress(typed: TypedRule, saved?: SavedQuestion, isRun = false): string {
  const { reducer, second, compared, types, from, asOf } = typed
  const query = new URLSearchParams()
  if (saved?.rule && isSame(typed, typedRule(saved.rule))) {
    query.set('rule', saved.name)
    query.set('version', String(saved.version))
    if (asOf.trim()) query.set('asOf', asOf.trim())
    if (isRun) query.set('run', 'yes')
    return `?${query}`
  }
  if (compared !== NOTHING) query.set('compare', compared)
  if (types.length > 0) query.set('types', types.join(','))
  if (from.trim()) query.set('from', from.trim())
  if (asOf.trim()) query.set('asOf', asOf.trim())
  const texts = second === '' ? [reducer] : [reducer, second]
  return `${query.size > 0 ? `?${query}` : ''}#${texts.map(encodeURIComponent).join(BETWEEN)}`
}

const isSame = (one: TypedRule, other: TypedRule) =>
  ruleAddress({ ...one, asOf: '' }) === ruleAddress({ ...other, asOf: '' })

/** The saved rule that an address names. Without `version`, the newest version is meant. */
export function readRuleName(
  address: string,
): Readonly<{ name: string; version?: number; isRun: boolean }> | undefined {
  const { searchParams: query } = new URL(address, 'http://shop')
  const [name, version = ''] = ['rule', 'version'].map((key) => query.get(key) ?? undefined)
  if (!name) return undefined
  return { name, ...(/^\d{1,7}$/.test(version) && { version: Number(version) }), isRun: query.get('run') === 'yes' }
}

/** Reads an address of `ruleAddress`. A rule that cannot be decoded becomes ''. */
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
