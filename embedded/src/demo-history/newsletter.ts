import { type Customer, type DemoShop, MINUTE_MS } from './demo-shop.ts'
import type { Story } from './passing-time.ts'

/** TABLE: how likely a new customer takes each step, after the step before. */
const LIKELY = { subscribes: 0.4, opensTheLink: 0.85, usesTheCode: 0.85 }
const TOKEN = /#token=(\S+)/
const CODE = /\b[0-9A-Z]{5}-[0-9A-Z]{5}\b/

export async function* subscribe({ shop, chance }: DemoShop, customer: Customer): Story {
  const { email } = customer.person
  if (!chance.happens(LIKELY.subscribes)) return
  await shop.ask('POST', '/newsletter', { body: { email } })
  yield chance.between(0.5, 3) * MINUTE_MS
  if (!chance.happens(LIKELY.opensTheLink)) return
  const token = TOKEN.exec(shop.mailedTo(email, 'newsletter-confirm'))?.[1]
  await shop.ask('POST', '/newsletter/confirm', { body: { token } })
  // Some customers read the mail with the code only after they have bought.
  if (!chance.happens(LIKELY.usesTheCode)) return
  yield chance.between(0.5, 3) * MINUTE_MS
  customer.discountCode = CODE.exec(shop.mailedTo(email, 'newsletter-subscribed'))?.[0]
}
