import type { Opened, TypedQuestion } from './first-draft.ts'
import { parametersIn } from './question-words.ts'

/** What an address says about a question. It names a report or a saved question, or has the text of a question. */
export type Addressed = Readonly<{
  report?: string
  /** Without a version, the newest. */
  saved?: Readonly<{ name: string; version?: number }>
  sql?: string
  /** The values of the parameters, as a user types them. */
  typed: Readonly<Record<string, string>>
  asOf: string
  /** Whether the page runs the question when it opens. */
  isRun: boolean
}>

/**
 * The address of a question: a query, and the text after `#`. A browser does not send this text to the shop, so the text may be long. If
 * the text is the one that was opened from a report or a saved question, the address has the name instead. Only an address with a name can
 * run the question when it opens, so a link from a stranger runs no text that an analyst has not read.
 */
export function addressOf(opened: Opened, { sql, typed, asOf }: TypedQuestion, isRun: boolean): string {
  const name = sql === opened.sql ? nameOf(opened) : undefined
  const query = new URLSearchParams(name)
  if (asOf.trim()) query.set('asOf', asOf.trim())
  for (const parameter of parametersIn(sql)) if (typed[parameter]) query.set(`$${parameter}`, typed[parameter])
  if (name && isRun) query.set('run', 'yes')
  return (query.size > 0 ? `?${query}` : '') + (name ? '' : `#${encodeURIComponent(sql)}`)
}

function nameOf({ report, saved }: Opened): Record<string, string> | undefined {
  if (report !== undefined) return { report }
  return saved && { question: saved.name, version: String(saved.version) }
}

/** Reads an address of `addressOf`. An edited address with invalid parts is read without these parts. */
export function readAddress(address: string): Addressed {
  const { searchParams: query, hash } = new URL(address, 'http://shop')
  const [report, name, version = ''] = ['report', 'question', 'version'].map((key) => query.get(key) ?? undefined)
  const sql = textIn(hash)
  return {
    ...(report !== undefined && { report }),
    ...(name !== undefined && { saved: { name, ...(/^\d{1,7}$/.test(version) && { version: Number(version) }) } }),
    ...(sql && { sql }),
    typed: Object.fromEntries([...query].flatMap(([key, value]) => (key[0] === '$' ? [[key.slice(1), value]] : []))),
    asOf: query.get('asOf') ?? '',
    isRun: query.get('run') === 'yes' && !sql,
  }
}

function textIn(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return ''
  }
}
