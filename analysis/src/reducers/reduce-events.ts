import { hash } from 'node:crypto'
import { DAMAGED } from '../copy/damaged.ts'
import { MOST_ROWS } from '../limits.ts'
import { resolveAsOf } from '../questions/as-of.ts'
import { rangeDigest, readCopiedRange, unavailable } from '../questions/copied-range.ts'
import { damagedTails } from '../questions/damaged-files.ts'
import { makeViews, openEngine, readTail, restrictEngine } from '../questions/open-engine.ts'
import { type Found, refusal } from '../questions/question.ts'
import type { CopySql } from '../questions/table-sql.ts'
import { eventLines } from './event-lines.ts'
import { openIsolate } from './isolate.ts'
import { createProjectedChanges, projectionNamed } from './projected-changes.ts'
import { answerOf } from './reduced-rows.ts'
import type { ReducedEvent, Reduction } from './reduction.ts'

export type ReducerTask = Readonly<{ folder: string; reduction: Reduction; sql: CopySql }>

/** Throws `QuestionFailed`, or the engine's error. */
export async function reduceEvents(
  { folder, reduction, sql }: ReducerTask,
  onShare: (share: number) => void = () => {},
): Promise<Found> {
  const { types, from } = reduction
  const unknown = types.find((type) => !sql.tables.some(({ name }) => name === type))
  if (unknown !== undefined) throw refusal(`There is no type of event ${unknown}`)
  const engine = await openEngine()
  const range = readCopiedRange(folder)
  if (damagedTails(range).length > 0) throw unavailable(DAMAGED)
  await readTail(engine, sql, range)
  const asOf = resolveAsOf(folder, reduction, range)
  await makeViews(
    engine,
    sql.tables.filter(({ name }) => name === 'events'),
    range.segments,
    asOf.event,
  )
  await restrictEngine(engine, [folder], asOf.moment)
  const reduced = await foldAll()
  return {
    ...answerOf(reduced),
    asOf,
    rangeDigest: rangeDigest(folder, asOf.event),
    questionDigest: reductionDigest(reduction),
    schemaDigest: range.schemaDigest,
    engine: `V8 ${process.versions.v8}, in an isolate`,
    unverifiable: [],
  }

  async function foldAll() {
    const { reducer, against } = reduction
    const projection = against && 'projection' in against ? projectionNamed(against.projection) : undefined
    const second = against && 'reducer' in against ? against.reducer : undefined
    const isolate = await openIsolate({ reducer, second, isCompared: against !== undefined })
    const changesIn = projection && createProjectedChanges(projection)
    const choices = projection ? [types, Object.keys(projection.on)] : [types]
    let feeding: Promise<void> | undefined
    try {
      for await (const { texts, upTo } of eventLines(engine, { from, upTo: asOf.event }, choices)) {
        const [lines = '', projected = ''] = texts
        const changes = changesIn ? JSON.stringify(changesIn(eventsIn(projected))) : ''
        await feeding
        onShare((upTo - from + 1) / (asOf.event - from + 1))
        feeding = isolate.feed(lines, changes)
        // Without this line, Node would report a rejection that the code awaiting `feeding` handles.
        feeding.catch(() => {})
      }
      await feeding
      return await isolate.finish(MOST_ROWS)
    } finally {
      isolate.dispose()
    }
  }
}

const eventsIn = (lines: string): readonly ReducedEvent[] =>
  lines === '' ? [] : lines.split('\n').map((line) => JSON.parse(line) as ReducedEvent)

/** The digest does not depend on `asOf`. */
const reductionDigest = ({ reducer, against, types, from }: Reduction): string =>
  hash('sha256', JSON.stringify(['reducer', reducer, against ?? null, [...types].sort(), from]))
