import { expect, test } from 'vitest'
import { newEvents } from './contract/log-under-test.ts'
import { openSqliteEventStore } from './sqlite/sqlite-event-store.ts'
import { verifyReadLog } from './verify-read-log.ts'

test("a log that is read event by event has the same head as SQLite's chain, and matches its witnesses", async () => {
  const log = openSqliteEventStore(':memory:')
  await log.append('cart-a', -1, newEvents(600))
  const witness = { ...(await log.chainHead())!, from: 'an export' }
  await log.append('cart-ü "b"', -1, newEvents(3))
  expect(await verifyReadLog(log, 'The log', [witness])).toEqual(await log.chainHead())
  const other = { ...witness, hash: 'another' }
  await expect(verifyReadLog(log, 'The log', [other])).rejects.toThrow('rewritten after position 0, up to 600')
  const longer = { ...witness, events: 700 }
  await expect(verifyReadLog(log, 'The log', [longer])).rejects.toThrow('cut off after position 603. It had 700')
  const foreign = { ...witness, log: 'another' }
  await expect(verifyReadLog(log, 'The log', [foreign])).rejects.toThrow('is a witness of the log another')
  await log.close()
})

test('an empty log has an empty head', async () => {
  const log = openSqliteEventStore(':memory:')
  expect(await verifyReadLog(log, 'The log')).toEqual({ log: await log.id(), events: 0, hash: '' })
  await log.close()
})
