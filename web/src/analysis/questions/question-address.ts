import type { Opened, TypedQuestion, TypedValues } from './first-draft.ts'
import { parametersIn } from './question-words.ts'

/** What an address says about a question. It names a report or a saved question, or has the text of a question. */
export type Addressed = Readonly<{
  report?: string
  /** Without a version, the newest. */
  saved?: Readonly<{ name: string; version?: number }>
  sql?: string
  typed: TypedValues
  /** The second set of values, if two answers are compared. */
  against?: TypedValues
  asOf: string
  /** Whether the page runs the question when it opens. */
  isRun: boolean
}>

/**
 * The address of a question: a query, and the text after `#`. A browser does not send this text to the shop, so the text may be long. If
 * the text was opened from a report or a saved question and is unchanged, the address has the name instead. Only an address with a name can
 * run the question when it opens, so a link from a stranger runs no text that an analyst has not read.
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

/** In an address, this text comes before the name of a parameter from the second set of values. */
const AGAINST = 'against$'

function nameOf({ report, saved }: Opened): Record<string, string> | undefined {
  if (report !== undefined) return { report }
  return saved && { question: saved.name, version: String(saved.version) }
}

/** Reads an address of `addressOf`. An edited address with invalid parts is read without these parts. */
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
