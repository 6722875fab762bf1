import type { LinkTokens } from '@shop/server/http/link-tokens'
import type { Tokens } from '@shop/server/http/tokens'
import type { CommandClock } from '@shop/server/shop-clock'
import type { Counters } from '@shop/stores/counters/counters'
import type { KeyStore } from '@shop/stores/key-store/key-store'
import type { Mailer } from '@shop/stores/mailer/mailer'
import type { Turns } from '@shop/stores/turns/turns'
import type { CommandHandler } from './handler/command-handler.ts'
import type { Links } from './mail/links.ts'
import type { PaymentProvider } from './payment/payment-provider.ts'
import type { WebhookCheck } from './payment/verify-webhook.ts'
import type { AskAnalysis } from './question/ask-analysis.ts'

export type Parts = Readonly<{
  commands: CommandHandler
  /** Measures how long something has lasted (`lasting`), and decides which data is old (`forgetting`). */
  clock: CommandClock
  /** The number of events in the log, or an upper bound if the log's store cannot count events. */
  mostEvents: () => Promise<number>
  keys: KeyStore
  payments: PaymentProvider
  mailer: Mailer
  contactAddress: string
  links: Links
  checkWebhook: WebhookCheck
  tokens: Tokens
  linkTokens: LinkTokens
  /** Whether the outbox shows admins the tokens in the links of mails. Never true in production. */
  showsLinkTokens: boolean
  /** The key for digests, for example of request bodies with an Idempotency-Key. */
  digestSecret: string
  /** The folder of uploaded pictures. Its subfolder `pending` has the pictures that no product refers to yet. */
  uploadsFolder: string
  checkoutTtlMs: number
  counters: Counters
  /** The number of pieces that the shop has on hand. Absent if limits are off. */
  piecesInShop?: (() => Promise<number>) | undefined
  /** Lets one process at a time query the payment provider about a checkout or a refund (decisions M15). */
  turns: Turns
  /** Pages of these origins may upload pictures (decisions P18). */
  corsOrigins: readonly string[]
  publicOrigin?: string | undefined
  /** The shop's time zone, such as `Europe/Berlin`. */
  timeZone: string
  askAnalysis: AskAnalysis
}>
