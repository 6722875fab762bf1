import { randomUUID } from 'node:crypto'
import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  ANY,
  type AppendExpectedRevision,
  BACKWARDS,
  END,
  EventStoreDBClient,
  jsonEvent,
  MaxAppendSizeExceededError,
  NO_STREAM,
  STREAM_EXISTS,
  streamNameFilter,
  WrongExpectedVersionError,
} from '@eventstore/db-client'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type EventStoreDouble, startEventStoreDouble } from './eventstore-double.ts'

const event = (id: string = randomUUID(), bytes = 0) =>
  jsonEvent({ id, type: 'A', data: { filler: 'x'.repeat(bytes) } })
const events = (count: number) => Array.from({ length: count }, () => event())

/** This behavior was measured on EventStoreDB 23.10.8 with this client, for both ways to append. */
describe.for([
  ['one call for all appends', undefined],
  ['a call for each append', { username: 'a', password: 'b' }],
] as const)('the double, appending by %s', ([, credentials]) => {
  let folder: string
  let server: EventStoreDouble
  let client: EventStoreDBClient
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'selvedge-double-'))
    server = await startEventStoreDouble({ folder })
    client = EventStoreDBClient.connectionString(server.url)
  })
  afterEach(async () => {
    await client.dispose()
    server.close()
    await rm(folder, { recursive: true })
  })
  const append = (expectedRevision: AppendExpectedRevision, appended: ReturnType<typeof event>[], stream = 's') =>
    client.appendToStream(stream, appended, { expectedRevision, ...(credentials && { credentials }) })
  const revisions = async (stream = 's') =>
    (await Array.fromAsync(client.readStream(stream))).map(({ event }) => Number(event?.revision))

  test('numbers a stream from 0 and gives each event its own position', async () => {
    const answer = await append(NO_STREAM, events(2))
    await append(1n, events(1))
    expect(answer.nextExpectedRevision).toBe(1n)
    expect(await revisions()).toEqual([0, 1, 2])
    const positions = (await Array.fromAsync(client.readStream('s'))).map(({ event }) => event?.position?.commit)
    expect(new Set(positions).size).toBe(3)
    expect(answer.position?.commit).toBe(positions[1])
  })

  test('refuses a wrong expected revision, and names the current revision', async () => {
    await expect(append(0n, events(1))).rejects.toMatchObject({ actualVersion: 'no_stream', message: '' })
    await expect(append(STREAM_EXISTS, events(1))).rejects.toThrow(WrongExpectedVersionError)
    await append(NO_STREAM, events(2))
    await expect(append(NO_STREAM, events(1))).rejects.toMatchObject({
      actualVersion: 1n,
      expectedVersion: 'no_stream',
    })
    await expect(append(5n, events(1))).rejects.toMatchObject({ actualVersion: 1n, expectedVersion: 5n })
    await append(STREAM_EXISTS, events(1))
    expect(await revisions()).toEqual([0, 1, 2])
  })

  test('treats an append with the same ids at the same revision as the same append, also if only its last events are repeated', async () => {
    const [first, second, third] = [event(), event(), event()]
    const answer = await append(NO_STREAM, [first, second])
    await append(1n, [third])
    for (const again of [NO_STREAM, ANY] as const) expect(await append(again, [first, second])).toEqual(answer)
    expect(await append(0n, [second])).toEqual(answer)
    for (const again of [[first, event()], [first, second, event()], [second]])
      await expect(append(NO_STREAM, again)).rejects.toThrow(WrongExpectedVersionError)
    await expect(append(0n, [first, second])).rejects.toThrow(WrongExpectedVersionError)
    await append(2n, [event(first.id), event(first.id)])
    expect(await revisions()).toEqual([0, 1, 2, 3, 4])
  })

  test('answers an empty append with success, but creates no stream', async () => {
    expect(await append(NO_STREAM, [])).toMatchObject({ success: true, nextExpectedRevision: 0n })
    await expect(revisions()).rejects.toMatchObject({ type: 'stream-not-found' })
    await append(NO_STREAM, events(1))
    await expect(append(NO_STREAM, [])).rejects.toThrow(WrongExpectedVersionError)
  })

  test('refuses an append of more than 1 MiB', async () => {
    await expect(append(NO_STREAM, [event(undefined, 600_000), event(undefined, 600_000)])).rejects.toThrow(
      MaxAppendSizeExceededError,
    )
    await append(NO_STREAM, [event(undefined, 900_000)])
  })

  test('hides a deleted stream, and continues its revisions when it is written again', async () => {
    await append(NO_STREAM, events(2))
    await client.deleteStream('s')
    await expect(revisions()).rejects.toMatchObject({ type: 'stream-not-found' })
    await append(NO_STREAM, events(1))
    expect(await revisions()).toEqual([2])
  })

  test('reads all events from a position on, and subscribes to the events after it', async () => {
    await append(NO_STREAM, events(3))
    const all = (await Array.fromAsync(client.readAll())).map(({ event }) => event?.position)
    const fromPosition = all.at(-2)!
    expect(await Array.fromAsync(client.readAll({ fromPosition }))).toHaveLength(2)
    const [newest] = await Array.fromAsync(client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1 }))
    expect(newest?.event?.position).toEqual(all.at(-1))
    const seen: bigint[] = []
    const subscription = client.subscribeToAll({ fromPosition, filter: streamNameFilter({ prefixes: ['s'] }) })
    const caughtUp = new Promise((resolve) => subscription.on('caughtUp', resolve))
    subscription.on('data', ({ event }) => seen.push(event!.position.commit))
    await caughtUp
    expect(seen).toEqual([all.at(-1)?.commit])
    await subscription.unsubscribe()
  })

  test('drops a live subscriber that does not keep up', async () => {
    const subscription = client.subscribeToAll({ filter: streamNameFilter({ prefixes: ['s'] }) })
    const dropped = new Promise((resolve) => subscription.on('error', resolve))
    await new Promise((resolve) => subscription.on('caughtUp', resolve))
    subscription.on('data', () => {}).pause()
    let revision = -1n
    while (server.tooSlowCount() === 0 && revision < 4000n)
      revision = (await append(revision < 0n ? NO_STREAM : revision, events(200))).nextExpectedRevision
    subscription.resume()
    expect(await dropped).toMatchObject({ code: 10, type: 'timeout' })
  })

  test('drops an append without an answer if it repeats an append that is still in progress', async () => {
    const appended = events(1)
    let answers = 0
    const both = [append(NO_STREAM, appended), append(NO_STREAM, appended)]
    for (const one of both)
      one.then(
        () => (answers += 1),
        // When the client is closed, it rejects the call that has waited for an answer.
        () => {},
      )
    const answer = await Promise.any(both)
    await sleep(100)
    expect(answers).toBe(1)
    expect(await append(NO_STREAM, appended)).toEqual(answer)
  })

  test('writes its own events between other events', async () => {
    for (let n = 0; n < 20; n += 1) await append(n === 0 ? NO_STREAM : BigInt(n - 1), events(1))
    const all = (await Array.fromAsync(client.readAll())).flatMap(({ event }) => event ?? [])
    const foreign = all.filter(({ streamId }) => streamId !== 's')
    expect(foreign.length).toBeGreaterThanOrEqual(7)
    for (const { streamId, type } of foreign)
      expect([streamId, type]).toEqual([expect.stringMatching(/^\$/), expect.stringMatching(/^\$/)])
    expect(all.indexOf(foreign.at(-1)!)).toBeGreaterThan(all.findIndex(({ streamId }) => streamId === 's'))
  })

  test('keeps its log after a kill, except for an append that the kill has cut', async () => {
    await append(NO_STREAM, events(2))
    await client.dispose()
    server.close()
    await appendFile(join(folder, 'events.ndjson'), '[{"id":"half')
    server = await startEventStoreDouble({ folder })
    client = EventStoreDBClient.connectionString(server.url)
    expect(await revisions()).toEqual([0, 1])
    await append(1n, events(1))
    expect(await revisions()).toEqual([0, 1, 2])
  })
})
