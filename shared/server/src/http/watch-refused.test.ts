import { START } from '@shop/language/events/event'
import { refusedReadModels } from '@shop/language/shop/refused-read-models'
import { openSqliteReadStore } from '@shop/stores/read-store/sqlite/sqlite-read-store'
import { expect, test } from 'vitest'
import { watchRefused } from './watch-refused.ts'

test('the check names the rebuilt read models that do not go live, and how to accept them', async () => {
  const readStore = openSqliteReadStore(':memory:')
  const stop = new AbortController()
  const check = watchRefused(readStore, stop.signal, 1)
  expect(check()).toBe('ok')
  const stage = await readStore.stage(refusedReadModels)
  const document = { _id: 'orders@99', at: '2026-01-01T00:00:00.000Z' }
  await stage.write([{ id: document._id, document }], START)
  await stage.goLive()
  await expect.poll(check).toContain('ACCEPT_READ_MODELS=orders@99')
  stop.abort()
  await readStore.close()
})
