import { setTimeout as sleep } from 'node:timers/promises'
import { isShopError } from '@shop/language/errors'
import { type Recorded, START } from '@shop/language/events/event'
import type { Appended, EventStore } from '../event-store/event-store.ts'
import { LogFileError } from './log-file.ts'
import type { LogFile } from './read-log-file.ts'

const MOST_EVENTS = 100
/** Well below the 1 MiB that a server accepts in one append. */
const MOST_BYTES = 256 * 1024
/** A retry is safe: the same events at the same version are stored only once. */
const TRIES = 30
const BETWEEN_TRIES_MS = 1_000

type Options = {
  /** How many appends run at the same time. Only SQLite keeps the order of these appends, so other stores need 1. */
  atOnce?: number
  onProgress?: (events: number) => void
}

/**
 * Imports a log file into an empty log. Each event keeps its version. `store` must be the store itself, not the shop log that wraps it. No
 * other process may write to the store meanwhile. Throws LogFileError.
 */
export async function importLog(
  { manifest, events }: LogFile,
  store: EventStore,
  { atOnce = 1, onProgress = () => {} }: Options = {},
): Promise<void> {
  if ((await store.head()) !== START) throw new LogFileError('The log to import into is not empty')
  let done = 0
  let end = START
  try {
    for await (const runs of inGroups(runsOf(events()), atOnce)) {
      for (const { position } of await Promise.all(runs.map((run) => append(store, run)))) {
        if (position <= end) throw new Error('the store does not keep the order of the appended events')
        end = position
      }
      done += runs.reduce((sum, run) => sum + run.length, 0)
      onProgress(done)
    }
  } catch (cause) {
    throw new LogFileError(`Stopped after ${done} of ${manifest.events} events. Empty the log before you try again`, {
      cause,
    })
  }
}

type Run = readonly [Recorded, ...Recorded[]]

async function append(store: EventStore, run: Run): Promise<Appended> {
  const [{ stream, version }] = run
  const events = run.map(({ id, type, data, metadata }) => ({ id, type, data, metadata }))
  for (let left = TRIES - 1; ; left -= 1) {
    try {
      return await store.append(stream, version - 1, events)
    } catch (error) {
      if (!isShopError(error, 'UNAVAILABLE') || left === 0) throw error
      await sleep(BETWEEN_TRIES_MS)
    }
  }
}

async function* runsOf(events: AsyncIterable<Recorded>): AsyncGenerator<Run> {
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

async function* inGroups<T>(all: AsyncIterable<T>, size: number): AsyncGenerator<readonly T[]> {
  let group: T[] = []
  for await (const one of all) {
    if (group.push(one) < size) continue
    yield group
    group = []
  }
  if (group.length > 0) yield group
}
