import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { measureVerifying } from '../../../test-support/measure-verifying.ts'
import { tamper } from '../../../test-support/tampering.ts'
import { newEvents, newStream } from '../contract/log-under-test.ts'
import { openSqliteEventStore } from './sqlite-event-store.ts'

/** To make many more changes: `npm run bench -- tampering`. */
const CHANGES = 150

test(`each of ${CHANGES} single changes of a log is noticed and located`, async () => {
  const tallies = await tamper(CHANGES, 20_261_122)
  expect(tallies.flatMap(({ kind, missed }) => missed.map((one) => `${kind}: ${one}`))).toEqual([])
  expect(tallies.reduce((sum, { located }) => sum + located, 0)).toBe(CHANGES)
})

test('verifying a log takes little more time than reading and hashing its events, and the check at a start is short', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'selvedge-verifying-'))
  const { ratio, startMs, verifyMs } = await measureVerifying(join(folder, 'events.db'), 20_000, 5)
  rmSync(folder, { recursive: true })
  expect(ratio).toBeGreaterThan(0.35)
  expect(startMs).toBeLessThan(verifyMs)
})

test('a log with a change in its newest 10,000 events is not opened, and the place is named', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'selvedge-start-'))
  const file = join(folder, 'events.db')
  const store = openSqliteEventStore(file)
  const append = async (events: number) => {
    for (let left = events; left > 0; left -= 500) await store.append(newStream(), -1, newEvents(500))
  }
  await append(11_000)
  await store.close()
  const db = new DatabaseSync(file)
  const change = (position: number) =>
    db.prepare("UPDATE events SET data = data || ' ' WHERE position = ?").run(position)
  change(900)
  await openSqliteEventStore(file).close()
  change(1_001)
  expect(() => openSqliteEventStore(file)).toThrow('events.db was changed at or right before position 1001')
  db.exec('DELETE FROM events WHERE position = 1000')
  expect(() => openSqliteEventStore(file)).toThrow('events.db was changed at or right before position 1000')
  db.close()
  rmSync(folder, { recursive: true })
})
