import { contactStream } from '@shop/language/correspondence/contact-events'
import type { MailSubject } from '@shop/language/mail/subject'
import { orderStream } from '@shop/language/order/events'
import { accountBy, accountOf } from '../account/accounts.ts'
import { loadCheckout } from '../checkout/load-checkout.ts'
import { contactDecider } from '../contact/contact-decider.ts'
import { correspondentBy } from '../correspondent/correspondents.ts'
import type { CommandHandler } from '../handler/command-handler.ts'
import { orderDecider } from '../order/order-decider.ts'

/** Erasing the person removes the mail. */
export type Person = Readonly<{
  personId: string
  /** The person is known and not erased. */
  isThere: () => Promise<boolean>
}>

export type AccountSubject = Exclude<MailSubject, { messageId: string } | { correspondentId: string }>

export async function personOf(commands: CommandHandler, about: MailSubject): Promise<Person | undefined> {
  if ('messageId' in about) {
    const message = await messageAbout(commands, about.messageId)
    return message && correspondent(commands, message)
  }
  if ('correspondentId' in about) return correspondent(commands, about)
  const accountId = await accountOfMail(commands, about)
  return accountId === undefined
    ? undefined
    : {
        personId: accountId,
        isThere: async () => (await accountOf(commands, accountId)).status === 'active',
      }
}

const correspondent = (
  commands: CommandHandler,
  { correspondentId, emailKey }: Readonly<{ correspondentId: string; emailKey: string }>,
): Person => ({
  personId: correspondentId,
  isThere: async () => (await correspondentBy(commands, emailKey)).correspondentId === correspondentId,
})

async function accountOfMail(commands: CommandHandler, about: AccountSubject) {
  if ('accountId' in about) return about.accountId
  if ('emailKey' in about) return (await accountBy(commands, about.emailKey))?.accountId
  if ('checkoutId' in about) return (await loadCheckout(commands, about.checkoutId)).customerId
  const { state: order } = await commands.load(orderDecider, orderStream(about.orderId))
  return order?.facts.customerId
}

export const messageAbout = async (commands: CommandHandler, messageId: string) =>
  (await commands.load(contactDecider, contactStream(messageId))).state
