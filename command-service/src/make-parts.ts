import { START } from '@shop/language/events/event'
import type { Config } from '@shop/server/config'
import { createLinkTokens } from '@shop/server/http/link-tokens'
import { createTokens } from '@shop/server/http/tokens'
import { type CommandClock, plainClock } from '@shop/server/shop-clock'
import type { EventStore } from '@shop/stores/event-store/event-store'
import type { SnapshotStore } from '@shop/stores/snapshot-store/snapshot-store'
import { createCommandHandler } from './handler/command-handler.ts'
import { createLinks } from './mail/links.ts'
import type { Parts } from './parts.ts'
import { type AskAnalysis, noAnalysis } from './question/ask-analysis.ts'
import { createPiecesInShop } from './stock/pieces-in-shop.ts'

type Given = Pick<Parts, 'keys' | 'payments' | 'mailer' | 'checkWebhook' | 'counters' | 'turns'> &
  Readonly<{
    log: EventStore
    snapshots?: SnapshotStore | undefined
    tokenSecret: string
    now: () => Date
    clock?: CommandClock
  }> &
  Readonly<{
    /** The shop's address if `publicOrigin` is not set. */
    ourUrl: string
    /** If this is not set, the shop has no analysis room, and mails no answers. */
    askAnalysis?: AskAnalysis
  }>
type Settings = Pick<Config, 'uploadsFolder' | 'checkoutTtlMs' | 'corsOrigins' | 'isProduction' | 'mail'> &
  Partial<Pick<Config, 'publicOrigin' | 'rateLimits'>>

export async function makeParts(
  {
    log,
    snapshots,
    tokenSecret,
    now,
    clock = plainClock(() => now().getTime()),
    ourUrl,
    askAnalysis = noAnalysis,
    ...given
  }: Given,
  settings: Settings,
): Promise<Parts> {
  const { uploadsFolder, checkoutTtlMs, corsOrigins, isProduction, mail, publicOrigin, rateLimits } = settings
  const commands = createCommandHandler(log, { snapshots, now, forgetting: clock.forgetting })
  given.keys.onDestroyed(commands.forget)
  return {
    ...given,
    commands,
    clock,
    // A log on a server counts bytes. Each event has at least one byte, so the number of bytes is an upper bound.
    mostEvents: async () => (await log.extent(START)).all,
    tokens: createTokens(tokenSecret),
    linkTokens: createLinkTokens(tokenSecret, now),
    showsLinkTokens: !isProduction,
    digestSecret: (await given.keys.keyFor('request-digests')).toString('base64url'),
    piecesInShop: rateLimits ? createPiecesInShop(log) : undefined,
    uploadsFolder,
    checkoutTtlMs,
    corsOrigins,
    publicOrigin,
    contactAddress: mail.contact,
    links: createLinks(publicOrigin ?? ourUrl),
    timeZone: mail.timeZone,
    askAnalysis,
  }
}
