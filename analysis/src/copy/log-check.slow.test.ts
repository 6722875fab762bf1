import { START } from '@shop/language/events/event'
import { eventsAfter } from '@shop/server/stored-log'
import { createChain } from '@shop/stores/event-store/chain'
import type { EventReader } from '@shop/stores/event-store/event-store'
import { openSqliteEventStore } from '@shop/stores/event-store/sqlite/sqlite-event-store'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appendAll, copying, newFolder, someEvents } from '../../test-support/copied-shop.ts'
import { compareLog } from './compare-log.ts'
import { createLogCheck } from './log-check.ts'

const store = openSqliteEventStore(':memory:')
const place = newFolder()
const events = await someEvents(47, 1)
const ninth = events[8]!
beforeAll(async () => {
  await appendAll(store, events)
})
afterAll(async () => {
  await store.close()
  place.remove()
})

/** The same log with a changed value in one event. */
const changed: EventReader = {
  ...store,
  async *follow(after, signal) {
    for await (const batch of store.follow(after, signal))
      yield {
        ...batch,
        events: batch.events.map((event) => (event.id === ninth.id ? { ...event, id: 'other' } : event)),
      }
  },
}

/** The hash of each event. */
async function hashesOf(log: EventReader) {
  const hashes: string[] = []
  const chain = createChain(await log.id(), ({ hash }) => hashes.push(hash))
  for await (const batch of eventsAfter(START, log)) for (const event of batch) chain.add(event)
  return hashes
}

async function checked(log: EventReader, everyMs: number, at: string) {
  return copying(store, place.folder, async (copy) => {
    const check = await createLogCheck({ copy, store: log, folder: place.folder, everyMs, now: () => new Date(at) })
    const before = check.last()
    const stop = new AbortController()
    const running = check.run(stop.signal)
    if (everyMs === 0) await expect.poll(() => check.last()?.at).toBe(at)
    stop.abort()
    await running
    return { before, last: check.last() }
  })
}

test('the check compares the log with the copy, and finds the hash that verify-log prints', async () => {
  const hash = (await hashesOf(store)).at(-1)
  const first = await checked(store, 0, '2026-03-02T10:00:00.000Z')
  expect(first.before).toBeUndefined()
  expect(first.last).toMatchObject({ at: '2026-03-02T10:00:00.000Z', events: 47, hash, differs: null })
  // After a restart the result is still known, and the log is not read again on the same day.
  const second = await checked(store, 86_400_000, '2026-03-02T11:00:00.000Z')
  expect(second.before).toEqual(first.last)
  expect(second.last).toEqual(first.last)
})

test('analysts may ask for a check a minute after the last one, and only one goes on at a time', async () => {
  const minute = (number: number) => new Date(`2026-03-02T12:0${number}:00.000Z`)
  let at = minute(0)
  await copying(store, place.folder, async (copy) => {
    const check = await createLogCheck({ copy, store, folder: place.folder, now: () => at })
    const since = await check.renew()
    expect(check.since()).toBe(since)
    at = new Date(at.getTime() + 1)
    expect(await check.renew()).toBe(since)
    await expect.poll(() => check.last()?.at).toBe(at.toISOString())
    await expect.poll(() => check.since()).toBeUndefined()
    await expect(check.renew()).rejects.toMatchObject({
      message: 'The last check began less than a minute ago. Try again in a minute',
      details: { retryAfter: 60 },
    })
    expect(check.secondsToNext()).toBe(60)
    at = minute(2)
    expect(check.secondsToNext()).toBe(0)
    expect(await check.renew()).toBe(at.toISOString())
    await expect.poll(() => check.since()).toBeUndefined()
  })
})

test('each check computes the heads of earlier checks again, and a head as of any event', async () => {
  const folder = newFolder()
  const hashes = await hashesOf(store)
  let at = new Date('2026-03-02T12:00:00.000Z')
  const inChecks = (log: EventReader, then: (check: Awaited<ReturnType<typeof createLogCheck>>) => Promise<void>) =>
    copying(store, folder.folder, async (copy) => {
      const check = await createLogCheck({ copy, store: log, folder: folder.folder, now: () => at })
      await then(check)
    })
  const checkedAt = async (check: Awaited<ReturnType<typeof createLogCheck>>, minute: number, event?: number) => {
    at = new Date(`2026-03-02T12:0${minute}:00.000Z`)
    await check.renew(event)
    await expect.poll(() => check.since()).toBeUndefined()
    return check.last()!.heads
  }
  try {
    await inChecks(store, async (check) => {
      expect(await checkedAt(check, 2)).toMatchObject([{ events: 47, hash: hashes[46], isSame: true }])
      await expect(check.renew(48)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
      const [newest, twelfth] = await checkedAt(check, 4, 12)
      expect(newest).toMatchObject({ events: 47, since: '2026-03-02T12:02:00.000Z', isSame: true })
      const { digestAt } = await compareLog(folder.folder, eventsAfter(START, store), new Set([12]))
      expect(twelfth).toMatchObject({ events: 12, hash: hashes[11], digest: digestAt.get(12), isSame: true })
      await checkedAt(check, 6, 5)
    })
    // The ninth event was changed. So the heads after it differ, and the head before it does not.
    await inChecks(changed, async (check) => {
      const heads = await checkedAt(check, 8)
      expect(heads.map(({ events, hash, isSame }) => [events, hash, isSame])).toEqual([
        [47, hashes[46], false],
        [12, hashes[11], false],
        [5, hashes[4], true],
      ])
    })
  } finally {
    folder.remove()
  }
})

test('the check names an event that was changed in the log', async () => {
  const { last } = await checked(changed, 0, '2026-03-03T10:00:00.000Z')
  expect(last).toMatchObject({ events: 47, differs: 9 })
})
