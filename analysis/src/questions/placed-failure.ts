import type { DuckDBConnection } from '@duckdb/node-api'
import { reservedColumns } from '@shop/language/analysis/reserved-columns'
import { treeOf } from './open-engine.ts'
import type { Failure } from './question.ts'

/** `engine`: can read the question's text again, to find a name that needs quotes. */
export async function placedIn(sql: string, failure: Failure, engine?: DuckDBConnection): Promise<Failure> {
  const { position, message } = failure
  if (position === undefined) return failure
  const before = sql.slice(0, position).split('\n')
  const place = `Line ${before.length}, column ${before.at(-1)!.length + 1}`
  return { ...failure, message: [`${place}: ${message}`, ...(await quotingAdvice(sql, position, engine))].join('. ') }
}

/** The engine reports the position of a reserved word, or of the word after it. */
async function quotingAdvice(sql: string, position: number, engine: DuckDBConnection | undefined) {
  const [last, next] = [
    /(?<!["\w])\w+(?=\W*$)/.exec(sql.slice(0, position))?.[0],
    /^\w+/.exec(sql.slice(position))?.[0],
  ]
  const column = [last, next].find((word) => word !== undefined && reservedColumns.has(word))
  if (column !== undefined) return [adviceAbout('column', column)]
  return next !== undefined && engine && (await isName(engine, sql, position)) ? [adviceAbout('name', next)] : []
}

const adviceAbout = (what: string, word: string) =>
  `If you mean the ${what} ${word}, write "${word}" with double quotes, because it is a word of SQL`

/** Before a name, the engine can read AS. Then the next mistake, if any, is nearer to the end of the text. */
async function isName(engine: DuckDBConnection, sql: string, position: number) {
  const named = `${sql.slice(0, position)}AS ${sql.slice(position)}`
  const { error, position: next } = (await treeOf(engine, named)) as { error: boolean; position?: string }
  return !error || (next !== undefined && named.length - Number(next) < sql.length - position)
}
