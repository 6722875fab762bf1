import { accountStream } from '@shop/language/account/events'
import { createUnlimitedCounters } from '@shop/stores/counters/unlimited-counters'
import { createShopLog } from '@shop/stores/event-store/shop-log'
import { openSqliteEventStore } from '@shop/stores/event-store/sqlite/sqlite-event-store'
import { openSqliteKeyStore } from '@shop/stores/key-store/sqlite/sqlite-key-store'
import { createSoleTurns } from '@shop/stores/turns/sole-turns'
import { expect, test } from 'vitest'
import { accountDecider } from './account/account-decider.ts'
import { registerAccount } from './account/save-account.ts'
import { makeParts } from './make-parts.ts'
import type { Parts } from './parts.ts'
import { createMemoryMailer } from './test-support/memory-mailer.ts'

const mail = { address: '', from: '', contact: '', timeZone: 'UTC' }
const settings = { uploadsFolder: '', checkoutTtlMs: 1000, corsOrigins: [], isProduction: true, mail }

test('a person is forgotten when another process destroys their key', async () => {
  const keys = openSqliteKeyStore(':memory:')
  const log = createShopLog(openSqliteEventStore(':memory:'), keys)
  const payments = {} as Parts['payments']
  const counters = createUnlimitedCounters()
  const { commands } = await makeParts(
    {
      log,
      keys,
      payments,
      mailer: createMemoryMailer(async () => {}),
      ourUrl: 'http://shop.test',
      checkWebhook: async () => ({ is: 'forged' }),
      counters,
      turns: createSoleTurns(),
      tokenSecret: 'x'.repeat(32),
      now: () => new Date(),
    },
    settings,
  )
  const person = { name: 'Ada', email: 'ada@x.test' }
  const asked = { correlationId: 'r', causationId: 'c', actor: { role: 'guest' } } as const
  await registerAccount(
    { commands, keys },
    'a1',
    person,
    async () => 'hash',
    () => new Error('taken'),
    asked,
  )
  const nameNow = async () => (await commands.load(accountDecider, accountStream('a1'))).state.name
  expect(await nameNow()).toBe('Ada')
  await keys.destroy('a1')
  expect(await nameNow()).toBe('')
  await log.close()
  await keys.close()
})
