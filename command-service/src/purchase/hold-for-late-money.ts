import { isShopError } from '@shop/language/errors'
import { releaseLapsed, reserve } from '../checkout/hold-stock.ts'
import { freePurchase } from './one-order.ts'
import { type Purchase, record } from './purchase.ts'

/** If a payment came after the hold had ended, reserves the pieces again. If they are sold out, requests a refund (decisions S3). */
export async function holdForLateMoney(purchase: Purchase): Promise<Purchase> {
  const { parts, metadata, checkout } = purchase
  if (checkout.status !== 'paid' || checkout.held) return purchase
  const after = await reserveAgain(purchase)
  await releaseLapsed(parts.commands, after.checkout, metadata)
  return after
}

async function reserveAgain(purchase: Purchase): Promise<Purchase> {
  try {
    await reserve(purchase.parts.commands, purchase.checkout, purchase.metadata)
    return await record(purchase, { type: 'HoldAgain' }, 'again')
  } catch (refusal) {
    if (!isShopError(refusal, 'OUT_OF_STOCK')) throw refusal
    const given = await record(purchase, { type: 'GiveUp', reason: refusal.message }, 'give up')
    await freePurchase(given)
    return given
  }
}
