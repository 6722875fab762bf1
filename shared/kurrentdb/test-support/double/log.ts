import { closeSync, fdatasyncSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { createStreams, type Decision, type Expected, type Proposed, type Stored } from './streams.ts'

/** Undefined: the log does not store the append, and the caller gets no answer. */
type Decided = Decision | undefined
type Waiting = Readonly<{ decide: () => Decided; resolve: (decision: Decision) => void }>

/**
 * At most this many appends share one sync. A live subscription buffers 32 events, so a sync of one-event appends cannot fill the buffer.
 */
const APPENDS_PER_COMMIT = 16

/** After this many appends, the server writes a few system events. */
const APPENDS_PER_REPORT = 10

/**
 * A log that behaves like KurrentDB's log, in a folder or in memory. Each append is one line in a file. The line is synced before the
 * append is answered. So an append whose line was cut by a kill was never answered, and the line is removed.
 */
export function createLog(folder?: string) {
  const file = folder === undefined ? undefined : openLog(folder)
  const streams = createStreams()
  const listeners = new Set<() => void>()
  const waiting: Waiting[] = []
  let appends = 0
  for (const line of file?.lines ?? []) for (const event of fromLine(line)) streams.add(event)
  // A new server writes system events before any other event. At every start, a server writes further system events.
  if (streams.events.length === 0)
    keep(
      streams.write(
        '$users',
        ['$User', '$User'].map((type) => systemEvent(type)),
      ),
    )
  keep(streams.write('$epoch-information', [systemEvent('$epoch-information')]))

  function keep(written: readonly Stored[]) {
    if (!file || written.length === 0) return
    writeSync(file.fd, toLine(written))
  }

  function commit() {
    const batch = waiting.splice(0, APPENDS_PER_COMMIT)
    if (waiting.length > 0) setImmediate(commit)
    const durable = streams.events.at(-1)?.position ?? -1
    const answers = batch.map(({ decide, resolve }) => {
      const before = streams.events.length
      const decision = decide()
      const written = streams.events.slice(before)
      keep(written)
      // If an append is repeated while the first append is still in progress, the repetition is dropped without an answer.
      const isAnswered = decision?.kind !== 'written' || written.length > 0 || (decision.position ?? 0) <= durable
      return () => decision && isAnswered && resolve(decision)
    })
    report(batch.length)
    if (file) fdatasyncSync(file.fd)
    for (const answer of answers) answer()
    for (const listener of listeners) listener()
  }

  /** Writes statistics and links between other events, as the real server's projections do. */
  function report(more: number) {
    appends += more
    if (appends < APPENDS_PER_REPORT) return
    appends = 0
    const newest = streams.events.at(-1)
    keep(streams.write('$stats-127.0.0.1:2113', [systemEvent('$statsCollected')]))
    const link = Buffer.from(`${newest?.revision}@${newest?.stream}`)
    keep(streams.write('$ce-all', [systemEvent('$>', link, 'application/octet-stream')]))
  }

  const inTurn = (decide: () => Decided): Promise<Decision> =>
    new Promise((resolve) => {
      if (waiting.push({ decide, resolve }) === 1) setImmediate(commit)
    })

  return {
    events: streams.events as readonly Stored[],
    /** The visible events of a stream. Undefined if the stream does not exist. */
    visible: streams.visible,
    scavenge: streams.scavenge,
    /** If `isKept` is false at the append's turn, drops the append. */
    append: (stream: string, expected: Expected, proposed: readonly Proposed[], isKept = () => true) =>
      inTurn(() => (isKept() ? streams.append(stream, expected, proposed) : undefined)),
    softDelete: (stream: string, expected: Expected) => inTurn(() => streams.softDelete(stream, expected)),
    indexFrom(position: number) {
      let [low, high] = [0, streams.events.length]
      while (low < high) {
        const middle = (low + high) >> 1
        if (streams.events[middle]!.position < position) low = middle + 1
        else high = middle
      }
      return low
    },
    onCommit(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close: () => file && closeSync(file.fd),
  }
}
export type Log = ReturnType<typeof createLog>

function openLog(folder: string) {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'events.ndjson')
  const fd = openSync(path, 'a+')
  const bytes = readFileSync(path)
  const whole = bytes.lastIndexOf('\n') + 1
  ftruncateSync(fd, whole)
  return { fd, lines: bytes.toString('utf8', 0, whole).split('\n').slice(0, -1) }
}

const systemEvent = (type: string, data = Buffer.from('{}'), contentType = 'application/json'): Proposed => ({
  id: crypto.randomUUID(),
  type,
  contentType,
  data,
  metadata: Buffer.from(''),
})

type Line = readonly (Omit<Stored, 'data' | 'metadata'> & { data: string; metadata: string })[]

function toLine(events: readonly Stored[]) {
  const line: Line = events.map((event) => ({
    ...event,
    data: event.data.toString('base64'),
    metadata: event.metadata.toString('base64'),
  }))
  return `${JSON.stringify(line)}\n`
}

const fromLine = (text: string): readonly Stored[] =>
  (JSON.parse(text) as Line).map((event) => ({
    ...event,
    data: Buffer.from(event.data, 'base64'),
    metadata: Buffer.from(event.metadata, 'base64'),
  }))
