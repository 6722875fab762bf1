import { ShopError } from '@shop/language/errors'
import { SHOP_STREAM } from '@shop/language/shop/events'
import { readConfig } from '@shop/server/config'
import { openSqliteEventStore } from '@shop/stores/event-store/sqlite/sqlite-event-store'
import { expect, test } from 'vitest'
import { createCommandHandler } from '../handler/command-handler.ts'
import { recordStart } from './record-start.ts'

const config = readConfig({ RELEASE: 'a release', DEMO: 'off', ADMIN_PASSWORD: 'a secret password' })

test('several processes that start concurrently each record their start', async () => {
  await using log = Object.assign(openSqliteEventStore(':memory:'), {
    async [Symbol.asyncDispose]() {
      await log.close()
    },
  })
  const one = () => createCommandHandler({ ...log, writers: 'several' })
  await Promise.all([one(), one()].map((commands) => recordStart({ commands }, config, 'several')))
  const starts = await Array.fromAsync(log.readStream(SHOP_STREAM))
  expect(starts.map(({ data }) => data)).toEqual(
    Array(2).fill(
      expect.objectContaining({ release: 'a release', settings: expect.objectContaining({ demo: false }) }),
    ),
  )
  expect(JSON.stringify(starts)).not.toMatch(/a secret password/)
})

test('a log that accepts no more events does not prevent a start', async () => {
  const log = openSqliteEventStore(':memory:')
  const commands = createCommandHandler({
    ...log,
    append: () => Promise.reject(new ShopError('UNAVAILABLE', 'The log could not be written')),
  })
  await expect(recordStart({ commands }, config, 'one')).resolves.toBeUndefined()
  await log.close()
})
