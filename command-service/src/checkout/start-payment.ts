import { ShopError } from '@shop/language/errors'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import type { Parts } from '../parts.ts'
import { notOpen } from './checkout-state.ts'
import { holdStock } from './hold-stock.ts'
import { notePayment } from './settle-payment.ts'

/** Creates the provider's order for a checkout, once, over the shop's own total; the pieces are held before (decisions M3). */
export async function startPayment(
  { commands, payments }: Parts,
  checkoutId: string,
  metadata: CommandMetadata,
): Promise<string> {
  const checkout = await holdStock(commands, checkoutId, metadata)
  if (checkout.status !== 'open') throw notOpen(checkout.status)
  if (checkout.totalCents === 0) throw new ShopError('VALIDATION_FAILED', 'Invalid amount for payment.')
  const [known] = checkout.providerOrderIds
  if (known) return known
  const { providerOrderId } = await payments.createOrder({ checkoutId, totalCents: checkout.totalCents })
  const { state } = await notePayment(commands, checkoutId, providerOrderId, metadata)
  if (state?.status !== 'open') throw notOpen(state?.status ?? 'expired')
  return providerOrderId
}
