import { isIncompleteAddress } from '@shop/language/address/api'
import type { Recorded } from '@shop/language/events/event'
import { type MailSubject, mailIdOf } from '@shop/language/mail/subject'
import type { FollowUp, ProcessManager } from '../process-manager.ts'

export const sendMails: ProcessManager = {
  name: 'send-mails@1',
  begins: 'a day back',
  // The shop tries to mail a customer's message until it arrives.
  neverTooLate: ['MessageReceived'],
  on: {
    // The shop itself has created the first admin, who gets no welcome mail.
    AccountRegistered: (event) =>
      event.metadata.actor.role === 'system' ? [] : mail(event, { kind: 'welcome', ...accountIn(event) }),
    PasswordChanged: (event) => mail(event, { kind: 'password-changed', ...accountIn(event) }),
    EmailChangeRequested: (event) =>
      mail(event, { kind: 'email-confirm', ...accountIn(event), emailKey: event.data.emailKey }),
    EmailChanged: (event) =>
      mail(event, { kind: 'email-changed', ...accountIn(event), emailKey: event.data.formerKey }),
    PasswordForgotten: (event) => mail(event, { kind: 'password-reset', emailKey: event.data.emailKey }),
    NewsletterRequested: (event) => mail(event, { kind: 'newsletter-confirm', ...correspondentIn(event) }),
    NewsletterConfirmed: (event) => mail(event, { kind: 'newsletter-subscribed', ...correspondentIn(event) }),
    MessageReceived: (event) => mail(event, { kind: 'contact-message', messageId: event.data.messageId }),

    QuestionMailDue: (event) =>
      mail(event, { kind: 'question-answer', ...accountIn(event), name: event.data.name, asOf: event.data.dueAt }),

    PaymentPending: (event) => mail(event, { kind: 'payment-pending', ...checkoutIn(event) }),
    PaymentRefused: (event) =>
      event.data.wasPending ? mail(event, { kind: 'payment-not-confirmed', ...checkoutIn(event) }) : [],
    PaymentRefunded: (event) => mail(event, { kind: 'payment-returned', ...checkoutIn(event) }),

    OrderPlaced: (event) => [
      ...mail(event, { kind: 'order-placed', ...orderIn(event) }),
      ...(isIncompleteAddress(event.data.shippingAddress)
        ? mail(event, { kind: 'address-missing', ...orderIn(event) })
        : []),
    ],
    OrderStatusChanged(event) {
      const { from, to, trackingNumber } = event.data
      const isNew = from !== to
      if (from === 'Cancelled' && isNew) return mail(event, { kind: 'order-resumed', ...orderIn(event) })
      if (to === 'Shipped' && (isNew || trackingNumber))
        return mail(event, { kind: 'order-shipped', ...orderIn(event) })
      if (to === 'Delivered' && isNew) return mail(event, { kind: 'order-delivered', ...orderIn(event) })
      return to === 'Cancelled' && isNew ? mail(event, { kind: 'order-cancelled', ...orderIn(event) }) : []
    },
    OrderRefunded: (event) => mail(event, { kind: 'order-refunded', ...orderIn(event), refundId: event.data.refundId }),
    // A refund that the seller made at the provider has only the provider's id. The shop did not send a reversal.
    RefundNoted: (event) =>
      event.data.isReversal
        ? []
        : mail(event, { kind: 'order-refunded', ...orderIn(event), refundId: event.data.providerRefundId }),
    ReturnReceived: (event) =>
      event.data.pieces.length > 0
        ? mail(event, { kind: 'return-received', ...orderIn(event), returnId: event.data.returnId })
        : [],
  },
}

const accountIn = ({ data: { accountId } }: { data: { accountId: string } }) => ({ accountId })
const correspondentIn = ({
  data: { correspondentId, emailKey },
}: {
  data: { correspondentId: string; emailKey: string }
}) => ({ correspondentId, emailKey })
const orderIn = ({ data: { orderId } }: { data: { orderId: string } }) => ({ orderId })
const checkoutIn = ({ data: { checkoutId } }: { data: { checkoutId: string } }) => ({ checkoutId })

const mail = ({ id, metadata }: Recorded, about: MailSubject): readonly FollowUp[] => [
  { command: { type: 'SendMail', mailId: mailIdOf(id, about.kind), askedAt: metadata.recordedAt, about } },
]
