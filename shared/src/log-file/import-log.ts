import { setTimeout as sleep } from 'node:timers/promises'
import { isShopError } from '../errors.ts'
import type { EventStore } from '../event-store/event-store.ts'
import { type Recorded, START } from '../events/event.ts'
import { LogFileError } from './log-file.ts'
import type { LogFile } from './read-log-file.ts'

const MOST_EVENTS = 100
/** A server takes a mebibyte at once. */
const MOST_BYTES = 256 * 1024
/** The same events at the same version are one append, however often they are asked for. */
const TRIES = 30
const BETWEEN_TRIES_MS = 1_000

/**
 * Puts a sound file's events into an empty log, in their order: each run of events of one stream is one append, at the
 * version it had. To be given the store itself, below the shop log, and nobody else may write meanwhile. Throws LogFileError.
 */
export async function importLog(
  { manifest, events }: LogFile,
  store: EventStore,
  onProgress: (events: number) => void = () => {},
): Promise<void> {
  if ((await store.head()) !== START) throw new LogFileError('The log to import into is not empty')
  let done = 0
  try {
    for await (const run of runsOf(events())) {
      await append(store, run)
      done += run.length
      onProgress(done)
    }
  } catch (cause) {
    throw new LogFileError(`Stopped after ${done} of ${manifest.events} events: empty that log before another try`, {
      cause,
    })
  }
}

async function append(store: EventStore, run: readonly [Recorded, ...Recorded[]]) {
  const [{ stream, version }] = run
  const events = run.map(({ id, type, data, metadata }) => ({ id, type, data, metadata }))
  for (let left = TRIES - 1; ; left -= 1) {
    try {
      await store.append(stream, version - 1, events)
      return
    } catch (error) {
      if (!isShopError(error, 'UNAVAILABLE') || left === 0) throw error
      await sleep(BETWEEN_TRIES_MS)
    }
  }
}

async function* runsOf(events: AsyncIterable<Recorded>): AsyncGenerator<readonly [Recorded, ...Recorded[]]> {
  let run: [Recorded, ...Recorded[]] | undefined
  let bytes = 0
  for await (const event of events) {
    const size = Buffer.byteLength(JSON.stringify([event.data, event.metadata]))
    const last = run?.at(-1)
    const follows = event.stream === last?.stream && event.version === last.version + 1
    if (run && follows && run.length < MOST_EVENTS && bytes + size <= MOST_BYTES) run.push(event)
    else {
      if (run) yield run
      run = [event]
      bytes = 0
    }
    bytes += size
  }
  if (run) yield run
}
