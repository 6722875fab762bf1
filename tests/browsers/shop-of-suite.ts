import { afterAll, beforeAll } from 'vitest'
import type { ShopCaller } from '../support/caller.ts'
import { adminAt } from '../support/people.ts'
import { startShop } from '../support/shop.ts'

type Shop = { url: string; admin: ShopCaller }

/** Starts a shop with its pages for all tests of the file or `describe` that calls this function. */
export function shopOfSuite(environment: Record<string, string> = { DEMO: 'off' }): Readonly<Shop> {
  const there = {} as Shop
  let close = async () => {}
  beforeAll(async () => {
    const shop = await startShop(environment, { web: true })
    close = shop.close
    Object.assign(there, { url: shop.url, admin: await adminAt(shop.url) })
  })
  afterAll(() => close())
  return there
}
