import { ShopError } from '@shop/language/errors'
import { SHOP_STREAM } from '@shop/language/shop/events'
import { readConfig, UNUSABLE_DATA } from '@shop/server/config'
import { openSqliteEventStore } from '@shop/stores/event-store/sqlite/sqlite-event-store'
import { expect, test } from 'vitest'
import { createCommandHandler } from '../handler/command-handler.ts'
import { recordStart } from './record-start.ts'
import { requireSamePartners } from './require-same-partners.ts'

const config = readConfig({ RELEASE: 'a release', DEMO: 'off', ADMIN_PASSWORD: 'a secret password' })
const readModels = [{ name: 'orders@3' }]

test('several processes that start concurrently each record their start', async () => {
  await using log = Object.assign(openSqliteEventStore(':memory:'), {
    async [Symbol.asyncDispose]() {
      await log.close()
    },
  })
  const one = () => createCommandHandler({ ...log, writers: 'several' })
  await Promise.all([one(), one()].map((commands) => recordStart({ commands }, config, 'several', readModels)))
  const starts = await Array.fromAsync(log.readStream(SHOP_STREAM))
  expect(starts.map(({ data }) => data)).toEqual(
    Array(2).fill(
      expect.objectContaining({
        release: 'a release',
        readModels: ['orders@3'],
        settings: expect.objectContaining({ demo: false }),
      }),
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
  await expect(recordStart({ commands }, config, 'one', readModels)).resolves.toBeUndefined()
  await log.close()
})

const paypal = { PAYPAL_CLIENT_ID: 'id', PAYPAL_CLIENT_SECRET: 'secret', PUBLIC_ORIGIN: 'https://shop.test' }
const mails = { MAIL_URL: 'smtp://mail.test', MAIL_FROM: 'shop@shop.test' }

/** `start` starts a shop with these variables on one log. */
function shopOnOneLog() {
  const log = openSqliteEventStore(':memory:')
  const commands = createCommandHandler(log)
  const start = async (environment: Record<string, string>, ...words: string[]) => {
    const own = readConfig(environment)
    await requireSamePartners(log, own, words)
    await recordStart({ commands }, own, 'one', readModels)
  }
  return { log, start }
}

test('a shop that had real payments or a mail server does not start without them, unless it is a trial', async () => {
  const { log, start } = shopOnOneLog()
  await start({})
  await start({ ...paypal, ...mails })
  await expect(start({})).rejects.toMatchObject({
    exitCode: UNUSABLE_DATA,
    message: expect.stringMatching(/^PAYPAL_CLIENT_ID, MAIL_URL: this shop was last started with them\./),
  })
  await expect(start(paypal)).rejects.toThrow(/^MAIL_URL: this shop was last started with it\./)
  await expect(start({ PAYPAL_BASE_URL: 'http://simulator:3000' })).rejects.toThrow(/^PAYPAL_CLIENT_ID, /)
  await start({ ...paypal, ...mails })
  await start({}, '--accept-trial')
  await start({})
  await log.close()
})

test('a shop may go from PayPal’s sandbox to PayPal, but not back, unless it is a trial', async () => {
  const { log, start } = shopOnOneLog()
  const sandbox = { ...paypal, PAYPAL_BASE_URL: 'https://api-m.sandbox.paypal.com' }
  await start(sandbox)
  await start(sandbox)
  await start(paypal)
  await expect(start(sandbox)).rejects.toMatchObject({
    exitCode: UNUSABLE_DATA,
    message: expect.stringMatching(/^PAYPAL_BASE_URL: this shop was last started without the sandbox\. /),
  })
  await start(sandbox, '--accept-trial')
  await start(sandbox)
  await log.close()
})
