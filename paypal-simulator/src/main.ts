import { join } from 'node:path'
import { ConfigError } from '@shop/shared/config'
import { writableFolder } from '@shop/shared/data-folder'
import { serveRoom } from '@shop/shared/http/serve-room'
import { SIMULATOR_PATH, simulatorCredentials } from '@shop/shared/payments-config'
import { readRoomConfig } from '@shop/shared/room-config'
import { runUntilAsked } from '@shop/shared/run-until-asked'
import { createPaypalSimulator } from './create-paypal-simulator.ts'

/** Test payments as a process of its own, reached by command-services directly and by browsers through the gateway. */
await runUntilAsked(async () => {
  const config = readRoomConfig({ tokenSecret: true })
  if (!config.payments.simulated) throw new ConfigError('PAYPAL_CLIENT_ID: with a PayPal account there is no simulator')
  return serveRoom(config, async (opening) => {
    const file = join(writableFolder(config.dataFolder), 'paypal-simulator.db')
    const credentials = simulatorCredentials(config.tokenSecret ?? '')
    const simulator = createPaypalSimulator({ ...credentials, file, mountPath: SIMULATOR_PATH })
    opening.defer(() => simulator.close())
    return { middleware: simulator.middleware, checks: async () => ({}) }
  })
})
