import { PassThrough } from 'node:stream'
import type { EventStoreDBClient, Filter } from '@eventstore/db-client'
import { START } from '@shop/language/events/event'
import { newEvent } from '@shop/stores/event-store/contract/log-under-test'
import type { Batch } from '@shop/stores/event-store/event-store'
import { expect, test } from 'vitest'
import { textOf } from './events.ts'
import { subscribe } from './subscription.ts'

/** A client with one subscription. The test fills the client's internal buffer, as if the subscription was read slowly. */
function slowlyRead(timeLimitMs = 1_000) {
  const source = Object.assign(new PassThrough({ objectMode: true }), { unsubscribe: async () => {} })
  let filter: Filter | undefined
  const client = {
    subscribeToAll(options: { filter: Filter }) {
      filter = options.filter
      return source
    },
  } as unknown as EventStoreDBClient
  const batches = subscribe(client, START, new AbortController().signal, timeLimitMs)
  return {
    source,
    next: () => batches.next(),
    deliver: (commit: bigint) =>
      source.write({ event: { ...newEvent(), streamId: 'cart-1', revision: 0n, position: { commit } } }),
    reportCheckpoint: (commit: bigint) => filter?.checkpointReached?.(source as never, { commit, prepare: commit }),
  }
}

test('a checkpoint counts only when the events before it have left the buffer', async () => {
  const { source, next, deliver, reportCheckpoint } = slowlyRead()
  const first = next()
  deliver(10n)
  expect((await first).value).toMatchObject({ upTo: textOf(10n) })

  source.pause()
  deliver(20n)
  deliver(30n)
  reportCheckpoint(40n)
  source.emit('caughtUp')
  const second = next()
  source.resume()
  const { events, upTo, caughtUp } = (await second).value as Batch
  expect(events.map(({ position }) => position)).toEqual([textOf(20n), textOf(30n)])
  expect({ upTo, caughtUp }).toEqual({ upTo: textOf(40n), caughtUp: true })
})

test('after a failure, a checkpoint does not count if events before it are still in the buffer', async () => {
  const { source, next, deliver, reportCheckpoint } = slowlyRead()
  const first = next()
  source.pause()
  deliver(20n)
  reportCheckpoint(40n)
  source.emit('error', new Error('dropped'))
  await expect(first).rejects.toThrow('dropped')
})

test('the events that came before a failure are yielded before the failure is thrown', async () => {
  const { source, next, deliver } = slowlyRead()
  const first = next()
  deliver(10n)
  deliver(20n)
  source.emit('error', new Error('dropped'))
  expect((await first).value).toMatchObject({ upTo: textOf(20n) })
  await expect(next()).rejects.toThrow('dropped')
})

test('a subscription fails if the server does not confirm it in time', async () => {
  await expect(slowlyRead(20).next()).rejects.toThrow('no answer within 20 ms')
})
