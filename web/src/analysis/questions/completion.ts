import type { AnalysisStatus } from '@shop/language/analysis/api'
import { quotedColumn, reservedColumns } from '@shop/language/analysis/reserved-columns'
import { asOfFunctions } from './as-of-functions.ts'
import { columnWords } from './column-words.ts'
import { parametersIn } from './question-words.ts'

type Tables = readonly Pick<AnalysisStatus['tables'][number], 'name' | 'columns'>[]

export type Suggestion = Readonly<{ name: string; says: string }>
export type Word = Readonly<{ text: string; start: number }>

const MOST = 8

const FUNCTIONS =
  `count(x) sum(x) avg(x) min(x) max(x) median(x) quantile_cont(x, share) stddev(x) list(x) arg_max(x, by) arg_min(x, by)
any_value(x) string_agg(text, separator) coalesce(x, other) nullif(x, y) round(x, digits) floor(x) ceil(x) abs(x) greatest(x, y) least(x, y)
date_trunc('day', moment) date_diff('day', from, to) date_part('hour', moment) strftime(moment, format) epoch_ms(moment) now() today()
lower(text) upper(text) length(text) substr(text, from, length) replace(text, from, to) concat(text, text) contains(text, part) starts_with(text, begin)
unnest(list) len(list) list_sum(list) list_contains(list, x) list_sort(list) range(from, to) json_extract_string(json, path)
row_number() lag(x) lead(x) first_value(x) last_value(x) rank()`
    .match(/\w+\([^)]*\)/g)!
    .concat(Object.keys(asOfFunctions).map((name) => `${name}(event)`))
    .map((call) => ({ name: call.slice(0, call.indexOf('(') + 1), says: call }))

/** Matches finished and unfinished quoted texts and comments, and finished quoted names. */
const SKIPPED = /'(?:[^']|'')*(?:'|$)|"[^"]*"|--[^\n]*(?:\n|$)|\/\*[\s\S]*?(?:\*\/|$)/g

/** Undefined inside a quoted text or a comment. */
export function wordAt(sql: string, caret: number): Word | undefined {
  const before = sql.slice(0, caret)
  for (const { 0: over, index } of before.matchAll(SKIPPED)) {
    const isOpen = index + over.length === before.length && !/^'(?:[^']|'')*'$|^".*"$|\n$|\*\/$/s.test(over)
    if (isOpen) return undefined
  }
  const text = /\$?[A-Za-z_]\w*$|\$$/.exec(before)?.[0] ?? ''
  return { text, start: caret - text.length }
}

/**
 * The columns of the question's tables come first. The columns of other tables come last, unless the word is empty or a whole SQL keyword.
 */
export function suggestionsFor(word: string, sql: string, tables: Tables): readonly Suggestion[] {
  const begins = ({ name }: Suggestion) =>
    name.replace(/^"/, '').toLowerCase().startsWith(word.toLowerCase()) && name !== word
  const parameters = parametersIn(sql).map((name) => ({ name: `$${name}`, says: 'parameter' }))
  if (word.startsWith('$')) return parameters.filter(begins).slice(0, MOST)
  const isNamed = new Set(sql.match(/\w+/g) ?? [])
  const columnsOf = (some: Tables) =>
    some.flatMap(({ name: table, columns }) =>
      columns.map((column) => ({ name: quotedColumn(column.name), says: `${columnWords(column)}, ${table}` })),
    )
  const all: readonly Suggestion[] = [
    ...columnsOf(tables.filter(({ name }) => isNamed.has(name))),
    ...tables.map(({ name }) => ({ name, says: 'table' })),
    ...FUNCTIONS,
    ...(word === '' || reservedColumns.has(word) ? [] : columnsOf(tables)),
  ]
  const found = new Map<string, Suggestion>()
  for (const one of all.filter(begins)) if (!found.has(one.name)) found.set(one.name, one)
  return [...found.values()].slice(0, MOST)
}
