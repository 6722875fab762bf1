type Words = Readonly<{
  short: string
  what: string
  isYours: boolean
}>

const wait = (short: string, what: string): Words => ({ short, what, isYours: false })
const act = (short: string, what: string): Words => ({ short, what, isYours: true })

/** TABLE: PayPal's reasons for a pending payment, and what the merchant must do. */
const words: Readonly<Record<string, Words>> = {
  BUYER_COMPLAINT: act('The buyer has complained', 'Answer the dispute in PayPal’s Resolution Center.'),
  CHARGEBACK: act(
    'The buyer’s bank has taken the money back',
    'Answer the chargeback in PayPal’s Resolution Center, with proof of the sale.',
  ),
  ECHECK: wait(
    'The eCheck must still clear',
    'Do not ship yet. The buyer’s bank usually pays within a week. Once it has paid, the order is placed automatically.',
  ),
  INTERNATIONAL_WITHDRAWAL: act(
    'Your PayPal account cannot withdraw this money',
    'Open the payment in your PayPal account, and follow PayPal’s instructions for withdrawals.',
  ),
  OTHER: act(
    'PayPal names no reason',
    'Open the payment in your PayPal account, and check whether PayPal asks you to act.',
  ),
  PENDING_REVIEW: wait(
    'PayPal is reviewing the payment',
    'Do not ship yet. PayPal usually decides within 24 hours. If PayPal accepts the payment, the order is placed automatically.',
  ),
  RECEIVING_PREFERENCE_MANDATES_MANUAL_ACTION: act(
    'You must accept the payment',
    'Accept the payment in your PayPal account, or PayPal refunds it. Your payment receiving preferences require that you accept some payments by hand, for example payments in a currency in which you have no balance.',
  ),
  REFUNDED: wait('The payment was refunded', 'You need not do anything. The purchase ends.'),
  TRANSACTION_APPROVED_AWAITING_FUNDING: wait(
    'The buyer must still fund the payment',
    'Do not ship yet. The buyer has agreed, but the money has not arrived yet. When it arrives, the order is placed automatically.',
  ),
  UNILATERAL: act(
    'Your PayPal account cannot receive the payment yet',
    'The payment went to an email address that is not confirmed, or that belongs to no PayPal account. Add this address to your PayPal account and confirm it, or PayPal refunds the payment.',
  ),
  VERIFICATION_REQUIRED: act(
    'Your PayPal account is not verified',
    'Verify your account at PayPal, or PayPal refunds the payment.',
  ),
  DECLINED_BY_RISK_FRAUD_FILTERS: act(
    'Your fraud filters hold the payment',
    'A fraud filter that you have set in your PayPal account holds the payment. Accept or deny the payment there.',
  ),
}

/** A reason that is not in the table is shown under PayPal's name for it. */
export function pendingWords(reason: string | undefined): Words {
  if (reason === undefined)
    return wait('PayPal has not decided', 'Wait, or open the payment in your PayPal account. Do not ship yet.')
  return words[reason] ?? act(reason, 'Open the payment in your PayPal account, and check what PayPal asks you to do.')
}
