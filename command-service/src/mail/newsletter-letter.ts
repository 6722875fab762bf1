import type { MailSubject } from '@shop/language/mail/subject'
import { correspondentBy } from '../correspondent/correspondents.ts'
import { discountCodeOf } from '../discount/discount-code.ts'
import { newsletterOf, newsletterToken } from '../newsletter/newsletter-links.ts'
import type { Parts } from '../parts.ts'
import type { Letter } from './letter.ts'
import { confirmNewsletterLetter, subscribedLetter } from './letters/newsletter-letters.ts'

type Wanted = Readonly<{ about: Extract<MailSubject, { correspondentId: string }>; askedAt: string }>

/** Undefined if the person is erased or does not want the letter any more. */
export async function newsletterLetter(
  parts: Pick<Parts, 'commands' | 'keys' | 'links' | 'linkTokens'>,
  { about, askedAt }: Wanted,
): Promise<(Letter & { to: string }) | undefined> {
  const { commands, links } = parts
  const { correspondentId, email: to } = await correspondentBy(commands, about.emailKey)
  const { status, correspondentId: askedBy, round } = await newsletterOf(commands, about.emailKey)
  if (correspondentId !== about.correspondentId || askedBy !== correspondentId || to === '') return undefined
  const token = (use: Parameters<typeof newsletterToken>[1]) =>
    newsletterToken(parts, use, { correspondentId, emailKey: about.emailKey }, { round, askedAt })
  // The page shows the same message for every address. So only this mail says that the address is subscribed already.
  if (status === 'subscribed') {
    const leave = await token('leave-newsletter')
    if (leave === undefined) return undefined
    const code = await discountCodeOf(parts.keys, about.emailKey)
    return { to, ...subscribedLetter({ code, leave: links.leaveNewsletter(leave) }) }
  }
  const confirm =
    status === 'asked' && about.kind === 'newsletter-confirm' ? await token('confirm-newsletter') : undefined
  return confirm === undefined ? undefined : { to, ...confirmNewsletterLetter(links.confirmNewsletter(confirm)) }
}
