import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { accountEvents } from '@shop/language/account/events'
import { forgottenEvents } from '@shop/language/account/forgotten-events'
import { roleEvents } from '@shop/language/account/role-events'
import { sessionEvents } from '@shop/language/account/session-events'
import { addressEvents } from '@shop/language/address/events'
import { allEvents } from '@shop/language/all-events'
import { exportEvents } from '@shop/language/analysis/export-events'
import { cartEvents } from '@shop/language/cart/events'
import { caseEvents } from '@shop/language/case/events'
import { checkoutEvents } from '@shop/language/checkout/events'
import { signalEvents } from '@shop/language/checkout/signal-events'
import { contactEvents } from '@shop/language/correspondence/contact-events'
import { discountEvents } from '@shop/language/correspondence/discount-events'
import { correspondentEvents } from '@shop/language/correspondence/events'
import { newsletterEvents } from '@shop/language/correspondence/newsletter-events'
import { noteEvents } from '@shop/language/customer/note-events'
import { claimEvents } from '@shop/language/events/claim-events'
import type { Personal } from '@shop/language/events/event'
import { holdEvents } from '@shop/language/hold/events'
import { mailEvents } from '@shop/language/mail/events'
import { orderEvents } from '@shop/language/order/events'
import { productEvents } from '@shop/language/product/events'
import { boardEvents } from '@shop/language/question/board-events'
import { questionEvents } from '@shop/language/question/events'
import { questionMailEvents } from '@shop/language/question/mail-events'
import { shopEvents } from '@shop/language/shop/events'
import { stockEvents } from '@shop/language/stock/events'
import { describe, expect, test } from 'vitest'
import { accountDecider } from '../account/account-decider.ts'
import { forgottenDecider } from '../account/forgotten-decider.ts'
import { rolesDecider } from '../account/roles-decider.ts'
import { sessionsDecider } from '../account/sessions-decider.ts'
import { addressDecider } from '../address/address-decider.ts'
import { cartDecider } from '../cart/cart-decider.ts'
import { caseDecider } from '../case/case-decider.ts'
import { checkoutDecider } from '../checkout/checkout-decider.ts'
import { claimDecider } from '../claim/claim-decider.ts'
import { contactDecider } from '../contact/contact-decider.ts'
import { correspondentDecider } from '../correspondent/correspondent-decider.ts'
import { discountDecider } from '../discount/discount-decider.ts'
import { exportDecider } from '../export/export-decider.ts'
import { holdDecider } from '../held/hold-decider.ts'
import { mailDecider } from '../mail/mail-decider.ts'
import { newsletterDecider } from '../newsletter/newsletter-decider.ts'
import { noteDecider } from '../note/note-decider.ts'
import { orderDecider } from '../order/order-decider.ts'
import { productDecider } from '../product/product-decider.ts'
import { boardDecider } from '../question/board-decider.ts'
import { questionDecider } from '../question/question-decider.ts'
import { subscribersDecider } from '../question/subscribers-decider.ts'
import { startDecider } from '../start/start-decider.ts'
import { stockDecider } from '../stock/stock-decider.ts'
import { signalDecider } from '../webhook/signal-decider.ts'
import type { AnyDecider } from './known-stream.ts'

const samples = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../shared/language/src/events/stored-samples.json'), 'utf8'),
)

type Definition = { type: string; personal: Personal | undefined }

/** TABLE: every decider, with the events of its streams. */
const deciders: Readonly<Record<string, readonly [AnyDecider, readonly Definition[]]>> = {
  account: [accountDecider, accountEvents],
  address: [addressDecider, addressEvents],
  board: [boardDecider, boardEvents],
  cart: [cartDecider, cartEvents],
  checkout: [checkoutDecider, checkoutEvents],
  case: [caseDecider, caseEvents],
  claim: [claimDecider, claimEvents],
  contact: [contactDecider, contactEvents],
  correspondent: [correspondentDecider, correspondentEvents],
  discount: [discountDecider, discountEvents],
  export: [exportDecider, exportEvents],
  forgotten: [forgottenDecider, forgottenEvents],
  hold: [holdDecider, holdEvents],
  mail: [mailDecider, mailEvents],
  newsletter: [newsletterDecider, newsletterEvents],
  note: [noteDecider, noteEvents],
  order: [orderDecider, orderEvents],
  product: [productDecider, productEvents],
  question: [questionDecider, questionEvents],
  roles: [rolesDecider, roleEvents],
  sessions: [sessionsDecider, sessionEvents],
  signal: [signalDecider, signalEvents],
  start: [startDecider, shopEvents],
  stock: [stockDecider, stockEvents],
  subscribers: [subscribersDecider, questionMailEvents],
}

test('every decider and every event is covered', () => {
  const files = readdirSync(join(import.meta.dirname, '..'), { recursive: true, encoding: 'utf8' })
  const named = files.flatMap((file) => file.match(/([a-z]+)-decider\.ts$/)?.[1] ?? [])
  expect(Object.keys(deciders).toSorted()).toEqual(named.toSorted())
  const events = Object.values(deciders).flatMap(([, of]) => of.map(({ type }) => type))
  expect([...events, 'NothingChanged'].toSorted()).toEqual(allEvents.map(({ type }) => type).toSorted())
})

describe.each(Object.entries(deciders))('snapshots of %s', (_, [decider, events]) => {
  const isPersonal = events.some(({ personal }) => personal)

  test('a decider has no snapshots if one of its events has personal fields; otherwise it has snapshots', () => {
    expect(decider.snapshot === undefined).toBe(isPersonal)
  })
})

const withSnapshots = Object.entries(deciders).filter(([, [{ snapshot }]]) => snapshot)

describe.each(withSnapshots)('a snapshot of %s', (_, [decider, events]) => {
  test('restores the whole state', () => {
    let state = decider.initialState
    for (const { type } of [...events, ...events]) {
      const { data } = (samples as Record<string, readonly { data: unknown }[]>)[type]!.at(-1)!
      state = decider.evolve(state, { type, data } as never)
      const stored = JSON.parse(JSON.stringify(decider.snapshot!.write(state)))
      expect(decider.snapshot!.read(stored as never)).toEqual(state)
    }
  })

  test('has a unique name', () => {
    const names = Object.values(deciders).flatMap(([other]) => other.snapshot?.name ?? [])
    expect(names.filter((name) => name === decider.snapshot?.name)).toHaveLength(1)
  })
})
