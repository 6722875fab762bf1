import { SHOP_STREAM, type ShopStartedEvent } from '@shop/language/shop/events'
import { type Config, ConfigError, UNUSABLE_DATA } from '@shop/server/config'
import type { EventReader } from '@shop/stores/event-store/event-store'

/**
 * Throws ConfigError if the shop last had a payment account or a mail server, and this start has none or has PayPal's sandbox. Neither the
 * simulator nor the sandbox knows the payments that are on their way at PayPal, so the shop would take them for refused.
 */
export async function requireSamePartners(
  log: Pick<EventReader, 'readStream'>,
  config: Pick<Config, 'payments' | 'mail'>,
  words: readonly string[],
) {
  if (words.includes('--accept-trial')) return
  let last: Partial<ShopStartedEvent['data']['settings']> = {}
  for await (const { data } of log.readStream(SHOP_STREAM)) last = (data as ShopStartedEvent['data']).settings
  const lacking = [
    ...(last.testPayments === false && config.payments.simulated ? ['PAYPAL_CLIENT_ID'] : []),
    ...(last.mailServer && !hasMailServer(config) ? ['MAIL_URL'] : []),
  ]
  const asBefore = `this shop was last started with ${lacking.length > 1 ? 'them' : 'it'}`
  const wrong = [
    ...(lacking.length > 0 ? [`${lacking.join(', ')}: ${asBefore}`] : []),
    ...(last.sandbox === false && isSandbox(config)
      ? ['PAYPAL_BASE_URL: this shop was last started without the sandbox']
      : []),
  ]
  if (wrong.length === 0) return
  throw new ConfigError(`${wrong.join('. ')}. ${ADVICE}`, { exitCode: UNUSABLE_DATA })
}

const ADVICE =
  'Set the same variables as before. To try a copy of the shop with test payments and without mails, start once with --accept-trial'

export const hasMailServer = ({ mail }: Pick<Config, 'mail'>) => !mail.address.startsWith('outbox:')

/** Whether the payments are in PayPal's sandbox. Undefined for the simulator. */
export const isSandbox = ({ payments }: Pick<Config, 'payments'>) =>
  payments.simulated ? undefined : /(^|\.)sandbox\.paypal\.com$/.test(new URL(payments.baseUrl).hostname)
