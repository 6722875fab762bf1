import { readFile } from 'node:fs/promises'
import type { DuckDBConnection } from '@duckdb/node-api'
import type { Recorded } from '@shop/language/events/event'
import { type CopyView, selectTable } from '../copy/copy-view.ts'
import { searchRanges } from '../copy/search-ranges.ts'
import type { CopiedEvent } from '../pseudonyms/copied-event.ts'
import { eventsTable, tableOf } from '../tables/all-tables.ts'
import { literal } from '../tables/literal.ts'
import { copiedEventOf, recordedOf } from './projected-events.ts'

export type StreamReader = ReturnType<typeof createStreamReader>

/** Reads streams backwards from the newest event, so that a long log does not slow down reading a young stream. */
export function createStreamReader(connection: DuckDBConnection, view: CopyView, upTo: number) {
  const segmentsEnd = Math.min(upTo, view.segments.at(-1)?.last ?? 0)
  let tail: Promise<ReadonlyMap<string, readonly string[]>> | undefined

  async function inTail(streams: readonly string[]): Promise<readonly CopiedEvent[]> {
    if (upTo <= segmentsEnd) return []
    tail ??= linesByStream(view.tails, upTo)
    const lines = await tail
    return streams.flatMap((stream) => (lines.get(stream) ?? []).map((line) => JSON.parse(line) as CopiedEvent))
  }

  async function inSegments(streams: readonly string[], from: number, to: number): Promise<readonly CopiedEvent[]> {
    const rows = selectTable(eventsTable, { ...view, tails: [] }, to, from)
    const read = await connection.runAndReadAll(`SELECT * FROM (${rows}) WHERE stream ${isIn(streams)}`)
    return read.getRowObjects().map(copiedEventOf)
  }

  /** Reads the whole table of the type, so the type must have few events. */
  async function numbersOf(type: string, streams: readonly string[]): Promise<readonly number[]> {
    const rows = selectTable(tableOf(type) ?? eventsTable, { ...view, tails: [] }, segmentsEnd)
    const read = await connection.runAndReadAll(`SELECT event FROM (${rows}) WHERE stream ${isIn(streams)}`)
    return read.getRows().map(([event]) => Number(event))
  }

  return {
    /** `known`: for each stream name, the last event that the caller has. Only later events are read. */
    async whole(
      streams: readonly string[],
      known: ReadonlyMap<string, { event: number; version: number }> = new Map(),
    ): Promise<readonly Recorded[]> {
      const isFirst = ({ stream, version }: CopiedEvent) => version === (known.get(stream)?.version ?? -1) + 1
      const isWanted = ({ stream, event }: CopiedEvent) => event > (known.get(stream)?.event ?? 0)
      const events = (await inTail(streams)).filter(isWanted)
      const begun = new Set(events.filter(isFirst).map(({ stream }) => stream))
      for (const [from, to] of searchRanges(segmentsEnd)) {
        const missing = streams.filter((stream) => !begun.has(stream) && (known.get(stream)?.event ?? 0) < to)
        if (missing.length === 0) break
        const found = (await inSegments(missing, from, to)).filter(isWanted)
        for (const one of found.filter(isFirst)) begun.add(one.stream)
        events.push(...found)
      }
      return inOrder(events)
    },
    async ofType(type: string, streams: readonly string[]): Promise<readonly Recorded[]> {
      const events = (await inTail(streams)).filter((one) => one.type === type)
      const older = await Promise.all(
        (await numbersOf(type, streams)).map((event) => inSegments(streams, event, event)),
      )
      return inOrder([...events, ...older.flat()])
    },
  }
}

const inOrder = (events: readonly CopiedEvent[]) =>
  events.toSorted((one, other) => one.event - other.event).map(recordedOf)

const isIn = (streams: readonly string[]) =>
  streams.length === 1 ? `= ${literal(streams[0]!)}` : `IN (${streams.map(literal).join(', ')})`

const LINE = /^\{"event":(\d+),.*?"stream":("(?:[^"\\]|\\.)*")/

/** Skips lines after `upTo`. An incomplete last line is always after `upTo`. */
async function linesByStream(tails: readonly string[], upTo: number) {
  const lines = new Map<string, string[]>()
  for (const file of tails)
    for (const line of (await readFile(file, 'utf8')).split('\n')) {
      const [, event, stream] = LINE.exec(line) ?? []
      if (stream === undefined || Number(event) > upTo) continue
      const name = JSON.parse(stream) as string
      const those = lines.get(name)
      if (those) those.push(line)
      else lines.set(name, [line])
    }
  return lines
}
