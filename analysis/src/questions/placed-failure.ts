import { reservedColumns } from '@shop/language/analysis/reserved-columns'
import type { Failure } from './question.ts'

export function placedIn(sql: string, failure: Failure): Failure {
  const { position, message } = failure
  if (position === undefined) return failure
  const before = sql.slice(0, position).split('\n')
  const place = `Line ${before.length}, column ${before.at(-1)!.length + 1}`
  return { ...failure, message: [`${place}: ${message}`, ...quotingAdvice(sql, position)].join('. ') }
}

/** The engine reports the position of a reserved word, or of the word after it. */
function quotingAdvice(sql: string, position: number): readonly string[] {
  const words = [/(?<!["\w])\w+(?=\W*$)/.exec(sql.slice(0, position))?.[0], /^\w+/.exec(sql.slice(position))?.[0]]
  const column = words.find((word) => word !== undefined && reservedColumns.has(word))
  return column === undefined
    ? []
    : [`If you mean the column ${column}, write "${column}" with double quotes, because it is a word of SQL`]
}
