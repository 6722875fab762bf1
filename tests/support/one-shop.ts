import requireEmptyServer from '@shop/kurrentdb/test-support/require-empty-server'
import { startDistributedShop } from './distributed-shop.ts'
import { PARTNER, startShop } from './shop.ts'

/**
 * Starts the shop that all test files share, with the analysis. If SHOP_URL is set, test files use the shop at this address, and nothing is
 * started. With SHOP_COMPOSITION=distributed the shop has several processes; otherwise it runs in this process. EVENT_STORE_URL names the
 * log server to use, which must be empty.
 */
export default async function startOneShop() {
  if (process.env.SHOP_URL) return
  if (process.env.EVENT_STORE_URL) await requireEmptyServer()
  const distributed = process.env.SHOP_COMPOSITION === 'distributed'
  const shop = await (distributed
    ? startDistributedShop({ ANALYSIS: 'on' })
    : startShop({ CORS_ORIGINS: PARTNER, ANALYSIS: 'on' }, { web: true }))
  process.env.SHOP_URL = shop.url
  return shop.close
}
