import { SHOP_STREAM, type ShopStartedEvent } from '@shop/language/shop/events'
import { type Config, ConfigError, UNUSABLE_DATA } from '@shop/server/config'
import type { EventReader } from '@shop/stores/event-store/event-store'

/**
 * Throws ConfigError if the shop last had a payment account or a mail server, and this start has none. The simulator does not know the
 * payments that are on their way at PayPal, so the shop would take them for refused.
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
  if (lacking.length === 0) return
  throw new ConfigError(
    `${lacking.join(', ')}: this shop was last started with ${lacking.length > 1 ? 'them' : 'it'}. Set the same variables as before. To try a copy of the shop with test payments and without mails, start once with --accept-trial`,
    { exitCode: UNUSABLE_DATA },
  )
}

export const hasMailServer = ({ mail }: Pick<Config, 'mail'>) => !mail.address.startsWith('outbox:')
