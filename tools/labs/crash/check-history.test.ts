import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CheckoutPaid } from '@shop/language/checkout/events'
import type { Actor, Event } from '@shop/language/events/event'
import { ShopStarted } from '@shop/language/shop/events'
import { newEvent } from '@shop/stores/event-store/contract/log-under-test'
import { openSqliteEventStore } from '@shop/stores/event-store/sqlite/sqlite-event-store'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openJournal } from '../journal.ts'
import { checkHistory } from './check-history.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'selvedge-history-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

type Stored = Readonly<{ by: string; actor?: Actor['role']; event?: Event }>

/** Compares one shopper's commands, each acknowledged with its status, with the events in the log. */
async function check(
  asked: readonly Readonly<{ id: string; act: 'add' | 'pay'; status: number }>[],
  stored: readonly Stored[],
) {
  const [journalFile, logFile] = [join(folder, 'journal'), join(folder, 'events.db')]
  const journal = openJournal(journalFile)
  for (const { id, act, status } of asked) {
    await journal.note({ intent: id, by: 's1', act, method: 'POST', path: '/', body: {} })
    await journal.note({ ack: id, status, answer: { id: 'c1' } })
  }
  journal.close()
  const log = openSqliteEventStore(logFile)
  for (const [at, { by, actor = 'guest', event }] of stored.entries()) {
    const made = newEvent(1)
    const metadata = { ...made.metadata, correlationId: by, actor: { role: actor } }
    await log.append(`cart-${at}`, -1, [{ ...made, ...event, metadata }])
  }
  await log.close()
  return checkHistory(journalFile, logFile, '')
}
const paid = CheckoutPaid({
  checkoutId: 'c1',
  providerOrderId: 'PP',
  captureId: 'CAP',
  amountCents: 1,
  paidAt: '',
  held: true,
})

const started = ShopStarted({
  release: '1.0',
  readModels: [],
  settings: {
    processes: 'one',
    log: 'file',
    production: false,
    testPayments: true,
    checkoutTtlSeconds: 1800,
    rateLimits: true,
    demo: false,
    analysis: false,
  },
  startedAt: '',
})

test('acknowledged commands whose events are in the log once are right', async () => {
  const asked = [
    { id: 'a', act: 'add', status: 200 },
    { id: 'b', act: 'pay', status: 200 },
    { id: 'c', act: 'add', status: 409 },
  ] as const
  expect(await check(asked, [{ by: 'a' }, { by: 'b', event: paid }])).toEqual({
    commands: 3,
    acknowledged: 3,
    events: 2,
    lost: [],
    doubled: [],
    phantom: [],
  })
})

test('an acknowledged command without an event in the log is lost', async () => {
  const { lost } = await check(
    [
      { id: 'a', act: 'add', status: 200 },
      { id: 'b', act: 'pay', status: 200 },
    ],
    [],
  )
  expect(lost).toEqual(['add a', 'pay b'])
})

test('a command with two events in the log is doubled, and a refused command with one event is doubled too', async () => {
  const asked = [
    { id: 'a', act: 'add', status: 200 },
    { id: 'b', act: 'pay', status: 200 },
    { id: 'c', act: 'add', status: 409 },
  ] as const
  const twice = [{ by: 'a' }, { by: 'a' }, { by: 'b', event: paid }, { by: 'b', event: paid }, { by: 'c' }]
  expect((await check(asked, twice)).doubled).toEqual(['add a: 2 events', 'pay b: 2 events', 'add c: 1 events'])
})

test('a start of the shop needs no request, so it is no phantom', async () => {
  const { events, phantom } = await check([], [{ by: 'start', event: started, actor: 'system' }])
  expect([events, phantom]).toEqual([1, []])
})

test('an event is a phantom if neither a request nor a process manager caused it', async () => {
  const { phantom } = await check([], [{ by: 'a' }, { by: 'some job', actor: 'system' }])
  expect(phantom).toEqual([
    expect.stringMatching(/^ItemAddedToCart .+ by guest, of a$/),
    expect.stringMatching(/by system, of some job$/),
  ])
})
