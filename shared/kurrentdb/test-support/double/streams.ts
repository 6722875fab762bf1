export type Proposed = Readonly<{ id: string; type: string; contentType: string; data: Buffer; metadata: Buffer }>
export type Stored = Proposed & Readonly<{ position: number; stream: string; revision: number; createdMs: number }>

/** -1: the stream does not exist. */
export type Expected = number | 'any' | 'exists'

export type Decision =
  | Readonly<{ kind: 'written'; revision: number; position: number | undefined }>
  | Readonly<{ kind: 'conflict'; current: number; expected: Expected }>
  | Readonly<{ kind: 'too large' }>

export const MAX_APPEND_BYTES = 1024 * 1024
const SOFT_DELETED = Number.MAX_SAFE_INTEGER

/** The streams in memory, with the server's rules for revisions, retries and truncation. */
export function createStreams() {
  const events: Stored[] = []
  const byStream = new Map<string, Stored[]>()
  const truncatedBefore = new Map<string, number>()
  const of = (stream: string) => byStream.get(stream) ?? []
  let end = 0

  function add(event: Stored) {
    events.push(event)
    if (!byStream.has(event.stream)) byStream.set(event.stream, [])
    byStream.get(event.stream)!.push(event)
    end = event.position + sizeOf(event) + HEADER_BYTES
    if (event.type === '$metadata' && event.stream.startsWith('$$')) {
      const before = JSON.parse(event.data.toString('utf8')).$tb
      if (before !== undefined) truncatedBefore.set(event.stream.slice(2), before)
    }
  }

  function write(stream: string, proposed: readonly Proposed[]): readonly Stored[] {
    const first = of(stream).length
    return proposed.map((event, index) => {
      const stored = { ...event, stream, revision: first + index, position: end, createdMs: Date.now() }
      add(stored)
      return stored
    })
  }

  function append(stream: string, expected: Expected, proposed: readonly Proposed[]): Decision {
    if (proposed.reduce((sum, event) => sum + sizeOf(event), 0) > MAX_APPEND_BYTES) return { kind: 'too large' }
    const current = of(stream).length - 1
    const isDeleted = truncatedBefore.get(stream) === SOFT_DELETED
    const fits =
      expected === 'any' || expected === current || (expected === 'exists' ? current >= 0 : expected < 0 && isDeleted)
    const repeated = repeatOf(stream, expected, proposed)
    if (repeated) return { kind: 'written', revision: repeated.revision, position: repeated.position }
    if (!fits) return { kind: 'conflict', current, expected }
    const last = write(stream, proposed).at(-1)
    if (isDeleted && last) truncate(stream, current + 1)
    return { kind: 'written', revision: last?.revision ?? current, position: last?.position }
  }

  /** Returns the last stored event if the append is a retry: its events are already stored, one after another. */
  function repeatOf(stream: string, expected: Expected, proposed: readonly Proposed[]) {
    const stored = of(stream)
    const first = typeof expected === 'number' ? expected + 1 : stored.findIndex(({ id }) => id === proposed[0]?.id)
    if (proposed.length === 0 || first < 0) return undefined
    return proposed.every(({ id }, index) => stored[first + index]?.id === id)
      ? stored[first + proposed.length - 1]
      : undefined
  }

  function truncate(stream: string, before: number) {
    write(`$$${stream}`, [
      {
        id: crypto.randomUUID(),
        type: '$metadata',
        contentType: 'application/json',
        data: Buffer.from(JSON.stringify({ $tb: before })),
        metadata: Buffer.from(''),
      },
    ])
  }

  return {
    events,
    add,
    write,
    append,
    softDelete(stream: string, expected: Expected): Decision {
      const current = of(stream).length - 1
      if (typeof expected === 'number' && expected !== current) return { kind: 'conflict', current, expected }
      truncate(stream, SOFT_DELETED)
      return { kind: 'written', revision: current, position: events.at(-1)?.position }
    },
    /** Removes the events of a stream from the log, as a scavenge does. Later events keep their positions. */
    scavenge(stream: string) {
      const kept = events.filter((event) => event.stream !== stream)
      events.splice(0, events.length, ...kept)
      byStream.delete(stream)
    },
    visible(stream: string): readonly Stored[] | undefined {
      const before = truncatedBefore.get(stream) ?? 0
      const stored = byStream.get(stream)
      return before === SOFT_DELETED ? undefined : stored?.slice(before)
    },
  }
}

const HEADER_BYTES = 61
const sizeOf = ({ type, data, metadata }: Proposed) => type.length * 2 + data.length + metadata.length
