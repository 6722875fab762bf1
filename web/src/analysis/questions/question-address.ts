import type { Opened, TypedQuestion, TypedValues } from './first-draft.ts'
import { parametersIn } from './question-words.ts'

/** A question in a URL: the name of a report or of a saved question, or its SQL. */
export type Addressed = Readonly<{
  report?: string
  /** By default, the newest version. */
  saved?: Readonly<{ name: string; version?: number }>
  sql?: string
  typed: TypedValues
  against?: TypedValues
  asOf: string
  isRun: boolean
}>

/**
 * The URL of a question. The query names an unchanged report or saved question. Any other SQL comes after `#`. Only a named question can
 * run when its URL opens, because a stranger's link must not run SQL that no analyst has read.
 */
export function addressOf(opened: Opened, { sql, typed, against, asOf }: TypedQuestion, isRun: boolean): string {
  const name = sql === opened.sql ? nameOf(opened) : undefined
  const query = new URLSearchParams(name)
  if (asOf.trim()) query.set('asOf', asOf.trim())
  for (const parameter of parametersIn(sql)) {
    if (typed[parameter]) query.set(`$${parameter}`, typed[parameter])
    if (against?.[parameter]) query.set(AGAINST + parameter, against[parameter])
  }
  if (name && isRun) query.set('run', 'yes')
  return (query.size > 0 ? `?${query}` : '') + (name ? '' : `#${encodeURIComponent(sql)}`)
}

/** In a URL, the prefix of the parameters of the second run. */
const AGAINST = 'against$'

function nameOf({ report, saved }: Opened): Record<string, string> | undefined {
  if (report !== undefined) return { report }
  return saved && { question: saved.name, version: String(saved.version) }
}

/** Leaves out invalid parts. */
export function readAddress(address: string): Addressed {
  const { searchParams: query, hash } = new URL(address, 'http://shop')
  const [report, name, version = ''] = ['report', 'question', 'version'].map((key) => query.get(key) ?? undefined)
  const sql = textIn(hash)
  const against = valuesIn(query, AGAINST)
  return {
    ...(report !== undefined && { report }),
    ...(name !== undefined && { saved: { name, ...(/^\d{1,7}$/.test(version) && { version: Number(version) }) } }),
    ...(sql && { sql }),
    typed: valuesIn(query, '$'),
    ...(Object.keys(against).length > 0 && { against }),
    asOf: query.get('asOf') ?? '',
    isRun: query.get('run') === 'yes' && !sql,
  }
}

const valuesIn = (query: URLSearchParams, prefix: string): TypedValues =>
  Object.fromEntries(
    [...query].flatMap(([key, value]) => (key.startsWith(prefix) ? [[key.slice(prefix.length), value]] : [])),
  )

function textIn(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return ''
  }
}
