import { newsletterStream } from '@shop/language/correspondence/newsletter-events'
import { invalidField, isShopError } from '@shop/language/errors'
import { CONFIRM_LINK_HOURS } from '@shop/language/limits'
import type { LinkUse } from '@shop/server/http/link-tokens'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import { linkExpiry } from '../account/link-expiry.ts'
import { correspondentBy } from '../correspondent/correspondents.ts'
import type { CommandHandler } from '../handler/command-handler.ts'
import { requireSameBody } from '../handler/require-same-body.ts'
import type { Parts } from '../parts.ts'
import { newsletterDecider } from './newsletter-decider.ts'

const HOUR_MS = 60 * 60 * 1000
const GOOD_FOR_MS: Readonly<Record<Use, number>> = {
  'confirm-newsletter': CONFIRM_LINK_HOURS * HOUR_MS,
  // A subscriber may keep a mail for years. The mail's link must still work.
  'leave-newsletter': 10 * 365 * 24 * HOUR_MS,
}

type Use = Extract<LinkUse, 'confirm-newsletter' | 'leave-newsletter'>
type Linking = Pick<Parts, 'commands' | 'linkTokens'>
type Which = Readonly<{ correspondentId: string; emailKey: string }>

export const newsletterOf = async (commands: CommandHandler, emailKey: string) =>
  (await commands.load(newsletterDecider, newsletterStream(emailKey))).state

/** Undefined if the link would expire too soon. */
export async function newsletterToken(
  { commands, linkTokens }: Linking,
  use: Use,
  { correspondentId: personId, emailKey }: Which,
  { round: ver, askedAt }: Readonly<{ round: number; askedAt: string }>,
) {
  const expiresAt = linkExpiry(askedAt, GOOD_FOR_MS[use], commands.now())
  return expiresAt && linkTokens.sign(use, { personId, ver, emailKey }, expiresAt)
}

/**
 * Confirms or ends a subscription by the token from a mail. A link to unsubscribe from an earlier subscription still works. Throws
 * VALIDATION_FAILED at `token` if the link does not work.
 */
export async function openNewsletterLink(
  { commands, linkTokens }: Linking,
  use: Use,
  token: string,
  metadata: CommandMetadata,
) {
  const link = await linkTokens.verify(use, token)
  if (!link) throw ended(use)
  const { personId: correspondentId, ver: round, emailKey } = link
  const isThere = (await correspondentBy(commands, emailKey)).correspondentId === correspondentId
  if (use === 'confirm-newsletter' && !isThere) throw ended(use)
  const which = { correspondentId, emailKey }
  const command =
    use === 'confirm-newsletter'
      ? ({ type: 'Confirm', ...which, round } as const)
      : ({ type: 'Leave', ...which } as const)
  await requireSameBody(commands, metadata)
  try {
    return await commands.ensure(newsletterDecider, newsletterStream(emailKey), command, metadata)
  } catch (refusal) {
    throw isShopError(refusal, 'CONFLICT') ? ended(use) : refusal
  }
}

const instead: Readonly<Record<Use, string>> = {
  'confirm-newsletter': 'Subscribe again to get a new one',
  'leave-newsletter': 'Unsubscribe with the link in another of our emails, or write to us on the contact page',
}
const ended = (use: Use) => invalidField('token', `This link does not work any more. ${instead[use]}`)
