import type { Opened, TypedQuestion, TypedValues } from './first-draft.ts'
import { parametersIn } from './question-words.ts'

/** What a URL says about a question. It names a report or a saved question, or has the text of a question. */
export type Addressed = Readonly<{
  report?: string
  /** Without a version, the newest version is meant. */
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
 * The URL of a question: a query, and the question's text after `#`. A browser does not send this text to the shop, so the text may be
 * long. If the question was opened from a report or a saved question and is unchanged, the URL has its name instead of its text. Only a URL
 * with a name can run the question when it opens, so a stranger's link cannot run a text that no analyst has read.
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

/** In a URL, this text comes before the name of a parameter from the second set of values. */
const AGAINST = 'against$'

function nameOf({ report, saved }: Opened): Record<string, string> | undefined {
  if (report !== undefined) return { report }
  return saved && { question: saved.name, version: String(saved.version) }
}

/** Reads a URL from `addressOf`. If a user has edited the URL, its invalid parts are left out. */
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
