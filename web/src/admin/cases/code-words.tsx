/** TABLE: the codes of the payment provider and of the shop, in plain words. */
const words: Readonly<Record<string, string>> = {
  REFUND_FAILED_INSUFFICIENT_FUNDS: 'Your PayPal balance is too low',
  REFUND_TIME_LIMIT_EXCEEDED: 'The payment is too old: PayPal no longer refunds it',
  REFUND_AMOUNT_EXCEEDED: 'The refund is more than what is left of the payment',
  REFUND_NOT_ALLOWED: 'PayPal does not allow this refund',
  REFUND_FAILED: 'PayPal could not make this refund',
  REFUND_CANCELLED: 'The refund was cancelled at PayPal',
  CAPTURE_FULLY_REFUNDED: 'The whole payment was refunded already',
  TRANSACTION_REFUSED: 'PayPal has refused the payment',
  PERMISSION_DENIED: 'Your PayPal account lacks a permission',
  NOT_AUTHORIZED: 'Your PayPal account lacks a permission',
  PAYEE_ACCOUNT_RESTRICTED: 'Your PayPal account is restricted',
  MERCHANDISE_OR_SERVICE_NOT_RECEIVED: 'The buyer says that nothing arrived',
  MERCHANDISE_OR_SERVICE_NOT_AS_DESCRIBED: 'The buyer says that the pieces are not as described',
  UNAUTHORISED: 'The buyer says that somebody else made the payment',
  CREDIT_NOT_PROCESSED: 'The buyer says that a refund did not arrive',
  DUPLICATE_TRANSACTION: 'The buyer says that they paid twice',
  INCORRECT_AMOUNT: 'The buyer says that the amount is wrong',
  PAYMENT_BY_OTHER_MEANS: 'The buyer says that they paid another way',
  DISPUTE_LOST: 'The dispute is lost, but PayPal has not reported that it took the money',
  NOTED: 'Another refund has returned this money',
  REVERSAL_CANCELLED: 'PayPal has given this money back to you',
  DISPUTE_WON: 'A dispute is won, and PayPal may have given this money back to you',
  PAYMENT_REVERSED: 'A dispute or reversal had taken this money when the pieces came back',
  ORDER_DELETED: 'The order was deleted',
  STILL_UNMATCHED: 'No checkout matches the payment yet',
  STILL_PENDING: 'PayPal has not decided yet',
}

export const codeInWords = (code: string | undefined) => words[code ?? '']

/** The code stays visible, because PayPal's help and support use it. */
export const CodeWords = ({ code }: { code: string }) => (
  <>
    {codeInWords(code)} <span className="type-xsmall text-stone">{code}</span>
  </>
)
