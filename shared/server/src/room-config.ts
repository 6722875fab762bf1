import { type Config, ConfigError, readConfig } from './config.ts'
import type { PaymentsUse } from './payments-account.ts'
import { type Stores, storeVariables } from './stores-config.ts'

type Needs = Readonly<{ stores?: readonly (keyof Stores)[]; tokenSecret?: boolean; payments?: PaymentsUse }>

/**
 * Reads the environment for a room in a separate process. Its stores must be on servers, because only one process may use a file. All
 * processes need the same token secret, so the secret must be set. Throws ConfigError.
 */
export function readRoomConfig({ stores = [], tokenSecret = false, payments = 'none' }: Needs): Config {
  const config = readConfig(undefined, payments)
  const files = stores
    .filter((store) => config.stores[store].startsWith('sqlite:'))
    .map((store) => storeVariables[store])
  if (files.length > 0)
    throw new ConfigError(
      `${files.join(', ')}: enter the address of a server. With sqlite:, the shop runs only in one process (npm start)`,
    )
  if (tokenSecret && config.tokenSecret === undefined)
    throw new ConfigError('TOKEN_SECRET: set the same secret, with 32 bytes or more, for all processes')
  return config
}
