import { hash } from 'node:crypto'
import type { DuckDBConnection, DuckDBPreparedStatement, DuckDBType, DuckDBValue } from '@duckdb/node-api'
import { BIGINT, BOOLEAN, DOUBLE, INTEGER, VARCHAR } from '@duckdb/node-api'
import { DAMAGED } from '../copy/damaged.ts'
import { createAnswerRows } from './answer-rows.ts'
import { resolveAsOf } from './as-of.ts'
import { lastEventMacro, tableMacros } from './as-of-macros.ts'
import { cellOf, kindOf } from './cells.ts'
import { rangeDigest, readCopiedRange, unavailable } from './copied-range.ts'
import { damagedSegmentFiles, damagedTails } from './damaged-files.ts'
import { createResultDigest, DIGEST_VERSION, questionDigest } from './digests.ts'
import { neverEqual } from './never-equal.ts'
import { makeViews, openEngine, readTail, restrictEngine, treeOf } from './open-engine.ts'
import { type Column, type Found, type MadeFiles, type ParameterValue, type Question, refusal } from './question.ts'
import { attachRows, keepingRows, writeResultFiles } from './result-files.ts'
import { readStatement, type Statement } from './statement.ts'
import type { Task } from './task.ts'
import { BESIDE_THE_LOG, countsEnd, makeTrailViews, trailTables } from './trail-views.ts'

/**
 * Throws `QuestionFailed`, or the engine's error. `opened` gets the engine, to read its progress. `onWritten` gets the share of the rows
 * that are in files.
 */
export async function answerQuestion(
  { folder, question, sql, trail, files, checksFiles, spill }: Task,
  opened: (engine: DuckDBConnection) => void = () => {},
  onWritten: (share: number) => void = () => {},
): Promise<Found & { made?: MadeFiles }> {
  const engine = await openEngine(spill)
  opened(engine)
  const known = [...sql.tables.map(({ name }) => name), ...trailTables]
  const tree = await treeOf(engine, question.sql)
  const statement = readStatement(tree, known)
  const values = valuesFor(statement, question.parameters)
  const range = readCopiedRange(folder)
  if (damagedTails(range).length > 0) throw unavailable(DAMAGED)
  await readTail(engine, sql, range)
  const used = sql.tables.filter(({ name }) => statement.tables.includes(name))
  const names = new Set(used.map(({ name }) => `${name}.parquet`))
  if (checksFiles && damagedSegmentFiles(range, names).length > 0) throw unavailable(DAMAGED)
  const asOf = resolveAsOf(folder, question, range)
  await makeViews(engine, used, range.segments, asOf.event)
  const macros = statement.macros.map((name) => tableMacros.get(name)!.sql)
  for (const macro of [lastEventMacro(asOf.event), ...macros]) await engine.run(macro)
  const usesTrail = statement.tables.some((name) => trailTables.includes(name))
  if (usesTrail) await makeTrailViews(engine, trail, asOf.moment)
  if (files) await engine.run(attachRows(files))
  const folders = [folder, ...(usesTrail && trail ? [trail] : []), ...(files ? [files.place] : [])]
  await restrictEngine(engine, folders, asOf.moment)
  const neverWritten = neverEqual({ tree, reads: statement.tables, parameters: question.parameters }, sql.tables)
  const dataEnds = countsEnd(statement.tables, asOf.moment)
  const result = files ? await keptRows() : await rowsOf(await bound(engine, question.sql, values))
  return {
    ...result,
    asOf,
    rangeDigest: rangeDigest(folder, asOf.event),
    questionDigest: questionDigest(question),
    digestVersion: DIGEST_VERSION,
    // A new version of the shop can change a macro, and so the answer.
    schemaDigest: macros.length > 0 ? hash('sha256', [range.schemaDigest, ...macros].join('\n')) : range.schemaDigest,
    engine: await engineName(engine),
    ...(dataEnds !== undefined && { dataEnds }),
    ...(neverWritten.length > 0 && { neverWritten }),
    unverifiable: [
      ...statement.unverifiable,
      ...(usesTrail ? [BESIDE_THE_LOG] : []),
      ...(result.truncated ? ['Only some of the rows are shown, and each run may show different rows'] : []),
    ],
  }

  async function keptRows() {
    const keeping = await bound(engine, keepingRows(question.sql), values)
    await keeping.run()
    return { ...(await writeResultFiles(engine, files!, onWritten)), truncated: false }
  }
}

function valuesFor({ parameters }: Statement, given: Question['parameters']) {
  const missing = parameters.filter((name) => !(name in given))
  if (missing.length > 0) throw refusal(`Give a value for ${missing.map((name) => `$${name}`).join(', ')}`)
  return Object.fromEntries(parameters.map((name) => [name, given[name] as ParameterValue]))
}

async function bound(engine: DuckDBConnection, sql: string, values: Question['parameters']) {
  const prepared = await engine.prepare(sql)
  const typed = Object.entries(values).map(([name, value]) => [name, typedValue(value)] as const)
  if (typed.length > 0)
    prepared.bind(
      Object.fromEntries(typed.map(([name, { value }]) => [name, value])),
      Object.fromEntries(typed.map(([name, { type }]) => [name, type])),
    )
  return prepared
}

const MOST_INTEGER = 2 ** 31 - 1

function typedValue(value: ParameterValue): { value: DuckDBValue; type: DuckDBType } {
  if (typeof value === 'boolean') return { value, type: BOOLEAN }
  if (typeof value !== 'number') return { value, type: VARCHAR }
  if (!Number.isSafeInteger(value)) return { value, type: DOUBLE }
  return Math.abs(value) <= MOST_INTEGER ? { value, type: INTEGER } : { value: BigInt(value), type: BIGINT }
}

async function rowsOf(prepared: DuckDBPreparedStatement) {
  const result = await prepared.stream()
  const types = result.columnTypes()
  const columns = result
    .columnNames()
    .map((name, index): Column => ({ name, type: String(types[index]), kind: kindOf(name, types[index]!) }))
  const digest = createResultDigest(columns)
  const answered = createAnswerRows(columns)
  for (let chunk = await result.fetchChunk(); chunk && chunk.rowCount > 0; chunk = await result.fetchChunk()) {
    // One row at a time, because all rows of a chunk can have millions of events as evidence.
    for (let at = 0; at < chunk.rowCount; at++) {
      const row = chunk.getRowValues(at).map(cellOf)
      if (!answered.add(row)) return answer(true)
      // The digest covers all of the row's evidence, also if the answer shows less.
      digest.add(row)
    }
  }
  return answer(false)

  function answer(truncated: boolean) {
    return { columns, rows: answered.rows(), truncated, resultDigest: digest.digest() }
  }
}

async function engineName(engine: DuckDBConnection) {
  const reader = await engine.runAndReadAll('SELECT version()')
  return `DuckDB ${reader.value(0, 0)}, one thread`
}
