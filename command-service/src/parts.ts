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

/** The dependencies of the command-service's routes; the composition root provides them. */
export type Parts = Readonly<{
  commands: CommandHandler
  /** Measures how long things have lasted, and says whether old ones may be thrown away. */
  clock: Lasting
  /** How many events the log has at most; exact where its store can count events. */
  mostEvents: () => Promise<number>
  keys: KeyStore
  payments: PaymentProvider
  mailer: Mailer
  /** The address that messages from the contact page are mailed to. */
  contactAddress: string
  /** The addresses of the links in mails. */
  links: Links
  /** Checks that a webhook comes from the payment provider, unchanged. */
  checkWebhook: WebhookCheck
  tokens: Tokens
  /** Signs and verifies the tokens of links in mails. */
  linkTokens: LinkTokens
  /** Whether admins who read kept mails see the links that carry a token; never in production. */
  showsLinkTokens: boolean
  /** Key of the digests of request bodies that come with an Idempotency-Key. */
  digestSecret: string
  /** Folder of uploaded pictures. Those that no product refers to yet are in its `pending`. */
  uploadsFolder: string
  checkoutTtlMs: number
  /** Counts for the limits. */
  counters: Counters
  /** How many pieces the shop has on hand. Absent where limits are off: then unpaid holds have no budget. */
  piecesInShop?: (() => Promise<number>) | undefined
  /** Lets one process at a time query the payment provider about a checkout or a refund (decisions M15). */
  turns: Turns
  /** Pages of these origins may upload pictures like the shop's own (decisions P18). */
  corsOrigins: readonly string[]
  /** The shop's public address, if known: a product may name the shop's pictures by it. */
  publicOrigin?: string | undefined
}>
