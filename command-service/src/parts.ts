import type { LinkTokens } from '@shop/server/http/link-tokens'
import type { Tokens } from '@shop/server/http/tokens'
import type { Lasting } from '@shop/server/shop-clock'
import type { Counters } from '@shop/stores/counters/counters'
import type { KeyStore } from '@shop/stores/key-store/key-store'
import type { Mailer } from '@shop/stores/mailer/mailer'
import type { Turns } from '@shop/stores/turns/turns'
import type { CommandHandler } from './handler/command-handler.ts'
import type { Links } from './mail/links.ts'
import type { PaymentProvider } from './payment/payment-provider.ts'
import type { WebhookCheck } from './payment/verify-webhook.ts'

/** What the command-service's routes are made of; the composition root brings it. */
export type Parts = Readonly<{
  commands: CommandHandler
  /** How long what lasts has lasted, and whether what is old may be thrown away. */
  clock: Lasting
  /** How many events the log has; more than that where its store cannot count them. */
  mostEvents: () => Promise<number>
  keys: KeyStore
  payments: PaymentProvider
  mailer: Mailer
  /** Whom messages from the contact page are mailed to. */
  contactAddress: string
  /** Where the links in mails lead. */
  links: Links
  /** Tells whether a webhook comes from the payment provider, and unchanged. */
  checkWebhook: WebhookCheck
  tokens: Tokens
  /** Of links in mails. */
  linkTokens: LinkTokens
  /** Whether admins who read mails are shown the links that open something; never in production. */
  showsLinkTokens: boolean
  /** Keys the digests of bodies that come with an idempotency key. */
  digestSecret: string
  /** Folder of uploaded pictures; what no product refers to yet lies in its `pending`. */
  uploadsFolder: string
  checkoutTtlMs: number
  /** What limits count with. */
  counters: Counters
  /** How many pieces the shop has on hand. Absent where nobody is limited: then what is held unpaid has no budget. */
  piecesInShop?: (() => Promise<number>) | undefined
  /** Lets one at a time ask the payment provider about a checkout or a refund (decisions M15). */
  turns: Turns
  /** Pages of these origins may upload pictures as the shop's own may (decisions P18). */
  corsOrigins: readonly string[]
  /** The shop's address on the internet, if it is known: product writes may name its pictures by it. */
  publicOrigin?: string | undefined
}>
