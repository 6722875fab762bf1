import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { AccountErased, AccountRegistered, accountStream, PasswordSet } from '@shop/language/account/events'
import { SessionBegun, sessionsStream } from '@shop/language/account/session-events'
import { definitionOf } from '@shop/language/all-events'
import { cartStream, GuestCartMerged, ItemAddedToCart } from '@shop/language/cart/events'
import { CaseClosed, caseStream } from '@shop/language/case/events'
import { CheckoutPaid, CheckoutStarted, checkoutStream } from '@shop/language/checkout/events'
import { SignalReceived, signalStream } from '@shop/language/checkout/signal-events'
import { claimStream, KeyClaimed } from '@shop/language/events/claim-events'
import type { Event } from '@shop/language/events/event'
import { OrderStatusChanged, orderStream } from '@shop/language/order/events'
import { createSearch } from '@shop/stores/erasure/search'
import { createShopLog } from '@shop/stores/event-store/shop-log'
import { openSqliteEventStore } from '@shop/stores/event-store/sqlite/sqlite-event-store'
import { openSqliteKeyStore } from '@shop/stores/key-store/sqlite/sqlite-key-store'
import { expect, test } from 'vitest'
import { contentOf, copying, newFolder, SEGMENT } from '../../test-support/copied-shop.ts'

/** Texts that must never be found in the copy: they name a person, or give a reader access to something. */
const canary = {
  guestId: 'guest_canarycanary0001',
  accountId: 'canary-account-0002',
  email: 'canary.ada@example.com',
  emailKey: 'canary-email-key-0004',
  name: 'Canary Lovelace',
  street: 'Canary Street 6',
  phone: '+49 30 0007 7000',
  captureId: 'CANARYCAPTURE0008',
  providerOrderId: 'CANARYORDER0009',
  sessionId: 'canary-session-0010',
  requestId: 'canary-request-0011',
  passwordHash: '$argon2id$canary0012',
  tracking: 'CANARYPARCEL0013',
  reason: 'canary words of an admin 14',
  keyOfRequest: 'canary-idempotency-15',
  refundId: 'CANARYREFUND0016',
}

const address = {
  firstName: 'Canary',
  lastName: canary.name,
  address: canary.street,
  city: 'Berlin',
  postalCode: '10115',
  country: 'DE',
  phone: canary.phone,
}
const cartItem = {
  productId: 'p1',
  size: 'M',
  color: '',
  name: 'Shirt',
  image: '/a.webp',
  priceCents: 100,
  quantity: 1,
}
const items = [{ ...cartItem, sku: 'S1', paidCents: 100 }]
const at = '2026-03-01T10:00:00.000Z'
const { accountId, guestId, captureId, providerOrderId } = canary
const signal = {
  signalId: 'canary-signal',
  what: 'PAYMENT.CAPTURE.COMPLETED',
  providerOrderId,
  captureId,
  refundId: canary.refundId,
  disputeId: null,
  dispute: null,
  checkoutId: canary.email,
  amountCents: 100,
  currency: 'USD',
  code: null,
  receivedAt: at,
}

const events: readonly (readonly [string, Event])[] = [
  [claimStream('email', canary.emailKey), KeyClaimed({ kind: 'email', ownerId: accountId })],
  [accountStream(accountId), AccountRegistered({ ...canary, accountId })],
  [accountStream(accountId), PasswordSet({ accountId, passwordHash: canary.passwordHash })],
  [sessionsStream(accountId), SessionBegun({ accountId, sessionId: canary.sessionId, ver: 0, begunAt: at })],
  [cartStream(guestId), ItemAddedToCart({ ownerId: guestId, item: cartItem })],
  [
    cartStream(accountId),
    GuestCartMerged({ ownerId: accountId, guestId, items: [cartItem], notices: [], handover: 1 }),
  ],
  [
    checkoutStream('o1'),
    CheckoutStarted({
      checkoutId: 'o1',
      customerId: accountId,
      items,
      totalCents: 100,
      shippingAddress: address,
      country: 'DE',
      paymentMethod: 'PayPal',
      startedAt: at,
      expiresAt: at,
    }),
  ],
  [
    checkoutStream('o1'),
    CheckoutPaid({ checkoutId: 'o1', providerOrderId, captureId, amountCents: 100, paidAt: at, held: true }),
  ],
  [claimStream('capture', captureId), KeyClaimed({ kind: 'capture', ownerId: 'o1' })],
  [
    orderStream('o1'),
    OrderStatusChanged({
      orderId: 'o1',
      customerId: accountId,
      from: 'Processing',
      to: 'Shipped',
      chosenReason: null,
      reason: canary.reason,
      trackingNumber: canary.tracking,
      message: canary.reason,
      movesPieces: false,
      at,
      totalCents: 100,
      refundedCents: 0,
      placedAt: at,
    }),
  ],
  [signalStream(signal), SignalReceived(signal)],
  [
    caseStream('c1'),
    CaseClosed({
      caseId: 'c1',
      personId: accountId,
      outcome: 'closed',
      refundId: canary.refundId,
      reason: canary.reason,
      closedAt: at,
    }),
  ],
]

test('no byte or row of the copy names a person or gives access to something, and an erasure changes no digest', async () => {
  const place = newFolder()
  const store = openSqliteEventStore(':memory:')
  const keys = openSqliteKeyStore(':memory:')
  const log = createShopLog(store, keys)
  const append = async ([stream, event]: readonly [string, Event], index: number) => {
    const metadata = {
      correlationId: canary.requestId,
      causationId: canary.keyOfRequest,
      actor: { role: 'customer', id: accountId } as const,
      digest: 'canary-digest-17',
      schemaVersion: definitionOf(event.type).version,
      recordedAt: at,
    }
    const earlier = await Array.fromAsync(log.readStream(stream))
    await log.append(stream, earlier.length - 1, [{ ...event, id: `id-${index}`, metadata }])
  }
  for (const [index, one] of events.entries()) await append(one, index)

  const before = await copying(store, place.folder, contentOf)
  expect(before.event).toBeGreaterThan(SEGMENT)
  const find = createSearch([...Object.values(canary), 'canary'])
  expect(find(Buffer.from(JSON.stringify(before.rows)))).toEqual([])
  const files = (readdirSync(place.folder, { recursive: true }) as string[]).map((path) => join(place.folder, path))
  for (const file of files.filter((path) => statSync(path).isFile()))
    expect(find(Buffer.concat([Buffer.from(file), readFileSync(file)])), file).toEqual([])
  // Proves that the search would find the texts.
  expect(
    find(Buffer.from(JSON.stringify(await Array.fromAsync(log.readStream(accountStream(accountId)))))),
  ).not.toEqual([])

  await append([accountStream(accountId), AccountErased({ accountId, emailKey: canary.emailKey })], 99)
  await keys.destroy(accountId)
  const other = newFolder()
  const after = await copying(store, other.folder, contentOf)
  expect(after.digests.slice(0, before.digests.length)).toEqual(before.digests)
  await store.close()
  place.remove()
  other.remove()
})
