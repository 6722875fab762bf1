import { orderStream } from '@shop/language/events/order-events'
import type { MailSubject } from '@shop/language/mail-subject'
import type { Account } from '../account/account-decider.ts'
import { accountBy, accountOf } from '../account/accounts.ts'
import { confirmToken } from '../account/confirm-link.ts'
import { resetToken } from '../account/reset-link.ts'
import { loadCheckout } from '../checkout/load-checkout.ts'
import type { CommandHandler } from '../handler/command-handler.ts'
import { orderDecider } from '../order/order-decider.ts'
import type { Parts } from '../parts.ts'
import type { Letter } from './letter.ts'
import { accountLetters, confirmLetter, movedLetter, resetLetter } from './letters/account-letters.ts'
import { paymentLetters, refundLetter, returnLetter } from './letters/money-letters.ts'
import { addressMissing, orderLetter } from './letters/order-letters.ts'

type Writer = Pick<Parts, 'commands' | 'links' | 'linkTokens'>
type Wanted = Readonly<{ about: MailSubject; askedAt: string }>

/** The id of the person whom a mail goes to; undefined if there is nobody. */
export async function recipientOf(commands: CommandHandler, about: MailSubject): Promise<string | undefined> {
  if ('accountId' in about) return about.accountId
  if ('emailKey' in about) return (await accountBy(commands, about.emailKey))?.accountId
  if ('checkoutId' in about) return (await loadCheckout(commands, about.checkoutId)).customerId
  return (await orderAbout(commands, about.orderId))?.facts.customerId
}

/** The letter to a person and the address it goes to; undefined for one who is erased, and for what is not so any more. */
export async function writeLetter(
  parts: Writer,
  personId: string,
  wanted: Wanted,
): Promise<(Letter & { to: string }) | undefined> {
  const account = await accountOf(parts.commands, personId)
  if (account.status !== 'active' || account.email === '') return undefined
  const letter = await letterAbout(parts, wanted, personId, account)
  return letter && { to: account.email, ...letter }
}

async function letterAbout(
  parts: Writer,
  { about, askedAt }: Wanted,
  personId: string,
  account: Account,
): Promise<(Letter & { to?: string }) | undefined> {
  const { commands, links } = parts
  switch (about.kind) {
    case 'welcome':
    case 'password-changed':
      return accountLetters[about.kind](account.name, links)
    case 'email-confirm': {
      const { wanted } = account
      // Whoever has the address already is not asked, and whoever wants it not told.
      if (!wanted || (await accountBy(commands, about.emailKey))) return undefined
      const token = await confirmToken(parts, personId, account, { ...about, askedAt })
      return token === undefined
        ? undefined
        : { ...confirmLetter(account.name, links.confirmEmail(token)), to: wanted.email }
    }
    case 'email-changed': {
      const former = account.former.find(({ emailKey }) => emailKey === about.emailKey)
      return former && { ...movedLetter(account.name, links), to: former.email }
    }
    case 'password-reset': {
      const token = await resetToken(parts, personId, account, askedAt)
      return token === undefined ? undefined : resetLetter(account.name, links.resetPassword(token))
    }
    case 'payment-pending':
    case 'payment-returned': {
      const checkout = await loadCheckout(commands, about.checkoutId)
      return paymentLetters[about.kind](checkout, links)
    }
  }
  const order = await orderAbout(commands, about.orderId)
  if (!order || order.deleted) return undefined
  switch (about.kind) {
    case 'address-missing':
      return addressMissing(order, links)
    case 'order-refunded':
      return refundLetter(order, about.refundId, links)
    case 'return-received':
      return returnLetter(order, about.returnId, links)
    default:
      return orderLetter(about.kind, order, links)
  }
}

const orderAbout = async (commands: CommandHandler, orderId: string) =>
  (await commands.load(orderDecider, orderStream(orderId))).state
