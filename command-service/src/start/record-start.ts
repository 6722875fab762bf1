import { randomUUID } from 'node:crypto'
import { SHOP_STREAM, type ShopStartedEvent } from '@shop/language/shop/events'
import type { Config } from '@shop/server/config'
import { logFact } from '@shop/stores/logger/logger'
import packageFile from '../../package.json' with { type: 'json' }
import type { Parts } from '../parts.ts'
import { hasMailServer, isSandbox } from './require-same-partners.ts'
import { startDecider } from './start-decider.ts'

type Processes = ShopStartedEvent['data']['settings']['processes']
type Settings = Pick<
  Config,
  'release' | 'stores' | 'isProduction' | 'payments' | 'mail' | 'checkoutTtlMs' | 'rateLimits' | 'demo' | 'analysis'
>

/**
 * Call this after `firstStart`, so that this event comes after the events of a first start. If the log accepts no more events, the shop
 * still starts, so that it can be inspected.
 */
export async function recordStart(
  { commands }: Pick<Parts, 'commands'>,
  config: Settings,
  processes: Processes,
  readModels: readonly Readonly<{ name: string }>[],
) {
  const causationId = randomUUID()
  try {
    await commands.ensure(
      startDecider,
      SHOP_STREAM,
      {
        type: 'RecordStart',
        release: config.release ?? packageFile.version,
        readModels: readModels.map(({ name }) => name),
        settings: settingsOf(config, processes),
        startedAt: commands.now().toISOString(),
      },
      { correlationId: 'start', causationId, actor: { role: 'system' } },
    )
  } catch (error) {
    logFact('warn', 'The start could not be recorded', { reason: (error as Error).message })
  }
}

function settingsOf(config: Settings, processes: Processes): ShopStartedEvent['data']['settings'] {
  const sandbox = isSandbox(config)
  return {
    processes,
    log: config.stores.events.startsWith('sqlite:') ? 'file' : 'server',
    production: config.isProduction,
    testPayments: config.payments.simulated,
    ...(sandbox !== undefined && { sandbox }),
    mailServer: hasMailServer(config),
    checkoutTtlSeconds: config.checkoutTtlMs / 1000,
    rateLimits: config.rateLimits,
    demo: config.demo,
    analysis: config.analysis,
  }
}
