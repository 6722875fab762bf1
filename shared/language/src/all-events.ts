import { accountEvents } from './account/events.ts'
import { forgottenEvents } from './account/forgotten-events.ts'
import { roleEvents } from './account/role-events.ts'
import { sessionEvents } from './account/session-events.ts'
import { addressEvents } from './address/events.ts'
import { exportEvents } from './analysis/export-events.ts'
import { cartEvents } from './cart/events.ts'
import { caseEvents } from './case/events.ts'
import { checkoutEvents } from './checkout/events.ts'
import { signalEvents } from './checkout/signal-events.ts'
import { contactEvents } from './correspondence/contact-events.ts'
import { discountEvents } from './correspondence/discount-events.ts'
import { correspondentEvents } from './correspondence/events.ts'
import { newsletterEvents } from './correspondence/newsletter-events.ts'
import { noteEvents } from './customer/note-events.ts'
import { claimEvents } from './events/claim-events.ts'
import { commandEvents } from './events/command-events.ts'
import type { Event, EventOf, Personal } from './events/event.ts'
import { holdEvents } from './hold/events.ts'
import { mailEvents } from './mail/events.ts'
import { orderEvents } from './order/events.ts'
import { productEvents } from './product/events.ts'
import { boardEvents } from './question/board-events.ts'
import { questionEvents } from './question/events.ts'
import { questionMailEvents } from './question/mail-events.ts'
import { shopEvents } from './shop/events.ts'
import { stockEvents } from './stock/events.ts'

/** TABLE: every event the shop can store. */
export const allEvents = [
  ...productEvents,
  ...stockEvents,
  ...cartEvents,
  ...checkoutEvents,
  ...orderEvents,
  ...caseEvents,
  ...signalEvents,
  ...accountEvents,
  ...sessionEvents,
  ...roleEvents,
  ...noteEvents,
  ...addressEvents,
  ...questionEvents,
  ...boardEvents,
  ...questionMailEvents,
  ...exportEvents,
  ...claimEvents,
  ...forgottenEvents,
  ...correspondentEvents,
  ...newsletterEvents,
  ...discountEvents,
  ...holdEvents,
  ...contactEvents,
  ...mailEvents,
  ...commandEvents,
  ...shopEvents,
] as const
export type ShopEvent = EventOf<(typeof allEvents)[number]>

type Definition = { version: number; personal: Personal | undefined; lift: (data: unknown, version: number) => unknown }

const byType = new Map<string, Definition>(allEvents.map((definition) => [definition.type, definition]))

/** Throws for a type that is not in the table. */
export function definitionOf(type: string): Definition {
  const definition = byType.get(type)
  if (!definition) throw new Error(`${type} is not an event of this shop`)
  return definition
}

export const isKnown = (type: string) => byType.has(type)

/** The person whose key seals fields of the event; undefined for an event without personal fields. */
export function personIn({ type, data }: Event): string | undefined {
  const personal = byType.get(type)?.personal
  return personal && String((data as Readonly<Record<string, unknown>>)[personal.of])
}
