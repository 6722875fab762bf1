import { join } from 'node:path'
import { ConfigError } from '@shop/server/config'
import { writableFolder } from '@shop/server/data-folder'
import { serveRoom } from '@shop/server/http/serve-room'
import { clientOf, networkOf } from '@shop/server/limits/address-keys'
import { openNeeded } from '@shop/server/needed-database'
import { SIMULATOR_PATH, simulatorCredentials } from '@shop/server/payments-config'
import { readRoomConfig } from '@shop/server/room-config'
import { runUntilAsked } from '@shop/server/run-until-asked'
import { simulatorWebhooks } from '@shop/server/simulator-webhooks'
import { openJournalSync } from '@shop/stores/journal-sync'
import type { Middleware } from 'koa'
import { createPaypalSimulator } from './create-paypal-simulator.ts'

/** Only the gateway's calls have `SIMULATOR_PATH`; a command-service's calls do not. */
const underItsPath =
  (middleware: Middleware): Middleware =>
  (ctx, next) => {
    if (ctx.path.startsWith(`${SIMULATOR_PATH}/`)) ctx.path = ctx.path.slice(SIMULATOR_PATH.length)
    return middleware(ctx, next)
  }

/** Runs test payments as a separate process. */
await runUntilAsked(async () => {
  const config = readRoomConfig({ tokenSecret: true })
  const { payments } = config
  if (!payments.simulated)
    throw new ConfigError(
      'PAYPAL_CLIENT_ID: with a PayPal account there is no simulator. For test payments, remove this variable',
    )
  return serveRoom(config, async (opening) => {
    const file = join(writableFolder(config.dataFolder), 'paypal-simulator.db')
    const credentials = simulatorCredentials(config.tokenSecret ?? '')
    const simulator = await openNeeded(file, () =>
      createPaypalSimulator({
        ...credentials,
        file,
        mountPath: SIMULATOR_PATH,
        rateLimits: config.rateLimits,
        faults: config.simulatorFaults,
        webhooks: {
          to: payments.webhookUrl,
          base: payments.baseUrl ?? '',
          identity: simulatorWebhooks(credentials.clientSecret),
        },
        clientOf,
        networkOf,
        openSync: openJournalSync,
      }),
    )
    opening.defer(() => simulator.close())
    return { middleware: underItsPath(simulator.middleware), checks: async () => ({}) }
  })
})
