import { type Connection, openConnection } from '@shop/kurrentdb/connection'
import { proposed } from '@shop/kurrentdb/events'
import { newEvents } from '@shop/stores/event-store/contract/log-under-test'
import { percentile } from '../../labs/crash/starts.ts'
import type { Loaded } from './load.ts'

/*
 * Appends the same numbers of events as a shop does, and does nothing else. No shop follows the streams of these appends.
 */

const LIMIT_MS = 3_000

/** `appends`: the number of events in each append of one unit of work. */
export type Appending = Readonly<{ url: string; appends: readonly number[]; writers: number; seconds: number }>

process.on('message', async ({ url, appends, writers, seconds }: Appending) => {
  const log = openConnection(url, LIMIT_MS)
  const took: number[] = []
  const begunMs = performance.now()
  const write = async () => {
    while (performance.now() - begunMs < seconds * 1000) {
      const startMs = performance.now()
      for (const events of appends) await append(log, events)
      took.push(performance.now() - startMs)
    }
  }
  await Promise.all(Array.from({ length: writers }, write))
  const perS = (took.length * 1000) / (performance.now() - begunMs)
  log.close()
  const [p50Ms, p99Ms] = [percentile(took, 0.5), percentile(took, 0.99)]
  process.send?.({ count: took.length, perS, p50Ms, p99Ms } satisfies Loaded)
})
process.once('disconnect', () => process.exit())

const append = ({ trying }: Connection, events: number) =>
  trying('be written', LIMIT_MS, 1, (client) =>
    client.appendToStream(`bench-${crypto.randomUUID()}`, newEvents(events).map(proposed), {
      expectedRevision: 'no_stream',
      deadline: LIMIT_MS,
      requiresLeader: true,
    }),
  )
