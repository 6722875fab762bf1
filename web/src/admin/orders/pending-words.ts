type Words = Readonly<{
  short: string
  what: string
  /** Whether the payment waits for the merchant. */
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
    'An eCheck has to clear',
    'Wait: the buyer’s bank pays within about a week. Do not ship yet. The order is then placed automatically.',
  ),
  INTERNATIONAL_WITHDRAWAL: act(
    'Your PayPal account cannot withdraw this money',
    'Open the payment in your PayPal account, and do what PayPal asks for under withdrawals.',
  ),
  OTHER: act(
    'PayPal names no reason',
    'Open the payment in your PayPal account, and see whether it asks for something.',
  ),
  PENDING_REVIEW: wait(
    'PayPal reviews it',
    'Wait: PayPal decides, usually within 24 hours. Do not ship yet. The order is then placed automatically.',
  ),
  RECEIVING_PREFERENCE_MANDATES_MANUAL_ACTION: act(
    'You have to accept it',
    'Accept the payment in your PayPal account; otherwise PayPal refunds it. Your payment receiving preferences there require you to accept such payments by hand, for example in a currency in which you hold no balance.',
  ),
  REFUNDED: wait('It has been refunded', 'Nothing to do: the payment was refunded, and the purchase ends.'),
  TRANSACTION_APPROVED_AWAITING_FUNDING: wait(
    'The buyer still has to fund it',
    'Wait: the buyer has agreed and still has to fund the payment. Do not ship yet. The order is then placed automatically.',
  ),
  UNILATERAL: act(
    'Your PayPal account cannot take it yet',
    'The paid address is not confirmed, or belongs to no account: confirm it in your PayPal account; otherwise PayPal refunds the payment.',
  ),
  VERIFICATION_REQUIRED: act(
    'Your PayPal account is not verified',
    'Verify your account at PayPal; otherwise PayPal refunds the payment.',
  ),
  DECLINED_BY_RISK_FRAUD_FILTERS: act(
    'Your fraud filters hold it',
    'Accept or deny the payment in your PayPal account: a fraud filter that you have set there holds it.',
  ),
}

/** Why a payment is pending. A reason that is not in the table is shown with PayPal's name. */
export function pendingWords(reason: string | undefined): Words {
  if (reason === undefined)
    return wait('PayPal has not decided', 'Wait, or open the payment in your PayPal account. Do not ship yet.')
  return words[reason] ?? act(reason, 'Open the payment in your PayPal account, and see what it asks for.')
}
