import type { MailSubject } from '@shop/language/mail/subject'
import { orderStream } from '@shop/language/order/events'
import type { Account } from '../account/account-state.ts'
import { accountBy, accountOf } from '../account/accounts.ts'
import { confirmToken } from '../account/confirm-link.ts'
import { resetToken } from '../account/reset-link.ts'
import { loadCheckout } from '../checkout/load-checkout.ts'
import { correspondentBy } from '../correspondent/correspondents.ts'
import { orderDecider } from '../order/order-decider.ts'
import type { Parts } from '../parts.ts'
import type { AnsweredQuestion } from '../question/answer-for-mail.ts'
import type { Letter } from './letter.ts'
import { accountLetters, confirmLetter, movedLetter, resetLetter } from './letters/account-letters.ts'
import { answerLetter } from './letters/answer-letter.ts'
import { resumedLetter } from './letters/cancellation-letters.ts'
import { messageLetter } from './letters/message-letter.ts'
import { paymentLetters, refundLetter, returnLetter } from './letters/money-letters.ts'
import { addressMissing, orderLetter } from './letters/order-letters.ts'
import { newsletterLetter } from './newsletter-letter.ts'
import { type AccountSubject, messageAbout } from './person-of.ts'

type Writer = Pick<Parts, 'commands' | 'keys' | 'links' | 'linkTokens' | 'contactAddress' | 'timeZone'>
/** `answered`: the answer for the weekly mail of a saved question. */
type Wanted<Subject = MailSubject> = Readonly<{
  about: Subject
  askedAt: string
  answered?: AnsweredQuestion | undefined
}>

/** Undefined if the person is erased or the news is no longer true. */
export async function writeLetter(
  parts: Writer,
  personId: string,
  wanted: Wanted,
): Promise<(Letter & { to: string }) | undefined> {
  const { about, askedAt, answered } = wanted
  if ('messageId' in about) return contactLetter(parts, about.messageId)
  if ('correspondentId' in about) return newsletterLetter(parts, { about, askedAt })
  const account = await accountOf(parts.commands, personId)
  if (account.status !== 'active' || account.email === '') return undefined
  const letter = await letterAbout(parts, { about, askedAt, answered }, personId, account)
  return letter && { to: account.email, ...letter }
}

async function letterAbout(
  parts: Writer,
  { about, askedAt, answered }: Wanted<AccountSubject>,
  personId: string,
  account: Account,
): Promise<(Letter & { to?: string }) | undefined> {
  const { commands, links } = parts
  switch (about.kind) {
    case 'welcome':
    case 'password-changed':
      return accountLetters[about.kind](links)
    case 'email-confirm': {
      const { wanted } = account
      const owner = await accountBy(commands, about.emailKey)
      if (!wanted || (owner && owner.accountId !== personId)) return undefined
      const token = await confirmToken(parts, personId, account, { ...about, askedAt })
      return token === undefined
        ? undefined
        : { ...confirmLetter(links.confirmEmail(token), owner !== undefined), to: wanted.email }
    }
    case 'email-changed': {
      const former = account.former.find(({ emailKey }) => emailKey === about.emailKey)
      return former && { ...movedLetter(links), to: former.email }
    }
    case 'question-answer':
      return answered && answerLetter(answered, parts)
    case 'password-reset': {
      const token = await resetToken(parts, personId, account, askedAt)
      return token === undefined ? undefined : resetLetter(links.resetPassword(token))
    }
    case 'payment-pending':
    case 'payment-not-confirmed':
    case 'payment-returned': {
      const checkout = await loadCheckout(commands, about.checkoutId)
      return paymentLetters[about.kind](checkout, links)
    }
  }
  const { state: order } = await commands.fact(orderDecider, orderStream(about.orderId))
  if (!order || (order.deleted && about.kind !== 'order-refunded')) return undefined
  switch (about.kind) {
    case 'address-missing':
      return addressMissing(order, links)
    case 'order-resumed':
      return resumedLetter(order, links)
    case 'order-refunded':
      return refundLetter(order, about.refundId, links)
    case 'return-received':
      return returnLetter(order, about.returnId, links)
    default:
      return orderLetter(about.kind, order, links, await loadCheckout(commands, about.orderId))
  }
}

async function contactLetter({ commands, contactAddress }: Writer, messageId: string) {
  const message = await messageAbout(commands, messageId)
  const { email } = message ? await correspondentBy(commands, message.emailKey) : { email: '' }
  if (!message?.name || !message.text || email === '') return undefined
  return { to: contactAddress, ...messageLetter({ name: message.name, text: message.text, email }) }
}
