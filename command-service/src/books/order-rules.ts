import { type Account, awaited, leftOf } from './order-account.ts'

/** Between the events of one command, an order may break these rules. */
export function findingsAfterCommand(account: Account): readonly string[] {
  const { status, isDeleted, lines, returns, hasCase, isMoneyHandled, refunds, wasNeverSent } = account
  const isCancelled = status === 'Cancelled'
  const wrong: string[] = []
  lines.forEach(({ productId, inShop, out, stayed }, at) => {
    if (inShop > 0 && (isCancelled || isDeleted))
      wrong.push(`it is ${isDeleted ? 'deleted' : 'cancelled'}, and keeps ${inShop} of ${productId}`)
    if (isCancelled && out - stayed > awaited(account, at))
      wrong.push(
        `${out} of ${productId} of a cancelled order are with the customer, but ${awaited(account, at)} are awaited`,
      )
  })
  if (isCancelled && wasNeverSent && returns.some(({ isOpen }) => isOpen))
    wrong.push('a return of it is awaited, but none of its pieces was sent')
  if (!isDeleted && !isCancelled) {
    if (hasCase) wrong.push('its refund case is open, but it is not cancelled')
    if (returns.some(({ isOpen, ofCancellation }) => isOpen && ofCancellation))
      wrong.push('the pieces of its cancellation are awaited, but it is not cancelled')
  }
  if (isCancelled && !isDeleted && !isMoneyHandled && leftOf(account) > 0)
    wrong.push('it is cancelled, but no case exists for its money')
  for (const { id, leaving } of refunds) if (leaving) wrong.push(`${id} is made, but its pieces do not leave the order`)
  return wrong
}
