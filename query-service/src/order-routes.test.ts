import { AccountErased } from '@shop/language/account/events'
import { CheckoutPaid, CheckoutStarted } from '@shop/language/checkout/events'
import { PaymentPending } from '@shop/language/checkout/payment-events'
import {
  OrderAddressChanged,
  OrderDeleted,
  OrderPlaced,
  OrderRestored,
  OrderStatusChanged,
  RefundCaseOpened,
} from '@shop/language/order/events'
import { PiecesGivenUp } from '@shop/language/order/piece-events'
import { OrderRefundRefused, OrderRefundRequested } from '@shop/language/order/refund-events'
import { ReturnReceived, ReturnRequested } from '@shop/language/order/return-events'
import { sampleAddress } from '@shop/language/test-support/sample-address'
import { nothingSince, saidNothing, sampleLine } from '@shop/language/test-support/sample-order'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startShop } from './test-support/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
beforeEach(async () => {
  shop = await startShop({ now: () => new Date('2026-01-10T12:00:00.000Z') })
  await shop.people()
})
afterEach(() => shop.close())

const item = {
  ...sampleLine,
  productId: 'p1',
  name: 'Oxford Shirt',
  sku: 'S-1',
  color: 'Blue',
  quantity: 2,
  priceCents: 4900,
  paidCents: 9800,
}
const placed = (orderId: string, customerId: string, day = '2026-01-09', name = 'Oxford Shirt') =>
  OrderPlaced({
    orderId,
    customerId,
    items: [{ ...item, name }],
    totalCents: 9800,
    shippingAddress: sampleAddress,
    country: 'UK',
    paymentMethod: 'PayPal',
    captureId: 'CAPTURE-5678',
    paidAt: `${day}T10:00:00.000Z`,
    placedAt: `${day}T10:00:00.000Z`,
  })
const booked = { totalCents: 9800, placedAt: '2026-01-09T10:00:00.000Z', ...saidNothing }
const ids = async (path: string, as: string) => ((await shop.body(path, as)) as { _id: string }[]).map(({ _id }) => _id)

test('customers see only their own orders, newest first', async () => {
  await shop.happened(placed('o1', 'ada', '2026-01-08'), placed('o2', 'ada'), placed('o3', 'bob'))
  expect(await ids('/orders/my-orders?userId=bob', 'ada')).toEqual(['o2', 'o1'])
  expect((await shop.ask('/orders/my-orders')).status).toBe(401)
})

test('an order has the ids of the orders before and after it in the list, in any sort order', async () => {
  const dress = placed('o4', 'bob', '2026-01-07', 'Linen Dress')
  const shipped = (orderId: string) => OrderStatusChanged({ orderId, from: 'Processing', to: 'Shipped', ...booked })
  await shop.happened(placed('o1', 'ada', '2026-01-06'), placed('o2', 'ada'), placed('o3', 'bob'), dress)
  await shop.happened(shipped('o1'), shipped('o3'))
  const beside = (id: string, query = '') => shop.body(`/admin/orders/${id}/neighbours${query}`, 'root')
  expect(await ids('/admin/orders', 'root')).toEqual(['o3', 'o2', 'o4', 'o1'])
  expect(await beside('o2')).toEqual({ previous: 'o3', next: 'o4' })
  expect(await beside('o3')).toEqual({ next: 'o2' })
  expect(await beside('o1')).toEqual({ previous: 'o4' })
  expect(await beside('o2', '?sortBy=oldest')).toEqual({ previous: 'o4', next: 'o3' })
  expect(await beside('o2', '?sortBy=totalasc&search=shirt')).toEqual({ previous: 'o1', next: 'o3' })
  // The filter does not match order `o3`. The order still gets the neighbors that it would have if it were in the filtered list.
  expect(await beside('o3', '?status=Processing')).toEqual({ next: 'o2' })
  expect(await beside('o2', '?status=Shipped')).toEqual({ previous: 'o3', next: 'o1' })
  expect((await shop.ask('/admin/orders/nobody/neighbours', { as: 'root' })).status).toBe(404)
})

const pendingOf = (id: string, customerId: string, day = '2026-01-09') => {
  const { orderId: checkoutId, placedAt: _, paidAt: pendingAt, ...bought } = placed(id, customerId, day).data
  const money = { providerOrderId: id, amountCents: 9800, held: true, reason: 'UNILATERAL' }
  return PaymentPending({ checkoutId, ...bought, ...money, pendingAt, holdUntil: pendingAt })
}

test('only the customer sees a pending payment: it is before their orders and looks like an unpaid order', async () => {
  await shop.happened(placed('o1', 'ada'), pendingOf('o3', 'ada'))
  expect(await ids('/orders/my-orders', 'ada')).toEqual(['o3', 'o1'])
  expect(await shop.body('/orders/o3', 'ada')).toMatchObject({ isPaid: false, totalPrice: 98, status: 'Processing' })
  expect(await shop.body('/orders/o3', 'ada')).not.toHaveProperty('paidAt')
  expect((await shop.ask('/orders/o3', { as: 'bob' })).status).toBe(404)
  expect(await ids('/admin/orders', 'root')).toEqual(['o1'])
  await shop.happened(placed('o3', 'ada'))
  expect(await shop.body('/orders/my-orders', 'ada')).toMatchObject([{ isPaid: true }, { isPaid: true }])
})

test('a page of my orders has the requested number of entries, including pending payments, and none twice', async () => {
  await shop.happened(placed('o1', 'ada', '2026-01-05'), placed('o2', 'ada', '2026-01-06'))
  await shop.happened(pendingOf('o3', 'ada', '2026-01-07'), pendingOf('o4', 'ada', '2026-01-08'))
  const pages: string[][] = []
  for (let page: string | undefined = '?limit=1'; page; ) {
    const answer = await shop.ask(`/orders/my-orders${page}`, { as: 'ada' })
    pages.push(((await answer.json()) as { _id: string }[]).map(({ _id }) => _id))
    page = /^<(\?[^>]+)>/.exec(answer.headers.get('link') ?? '')?.[1]
  }
  expect(pages).toEqual([['o4'], ['o3'], ['o2'], ['o1']])
})

test('admins list the payments that the provider is still checking, with their customer, and search them by customer', async () => {
  await shop.happened(placed('o1', 'bob'), pendingOf('o3', 'ada'))
  expect(await shop.body('/admin/orders?pending=true', 'root')).toMatchObject([
    { _id: 'o3', isPaid: false, user: { name: 'Ada Byron' }, pendingReason: 'UNILATERAL' },
  ])
  expect(await shop.body('/orders/o3', 'root')).toMatchObject({ pendingReason: 'UNILATERAL' })
  expect(await shop.body('/orders/o3', 'ada')).not.toHaveProperty('pendingReason')
  expect(await ids('/admin/orders?pending=true&search=byron', 'root')).toEqual(['o3'])
  expect(await ids('/admin/orders?pending=true&search=bob', 'root')).toEqual([])
  expect((await shop.ask('/admin/orders?pending=true', { as: 'ada' })).status).toBe(403)
})

test('a search without words finds no pending payment, and a filter for orders finds none either', async () => {
  await shop.happened(placed('o1', 'bob'), pendingOf('o3', 'ada'))
  for (const more of [
    'search=%21%21',
    'status=Shipped',
    'status=Processing',
    'toShip=true',
    'refundDue=true',
    'returnDue=true',
    'incompleteAddress=true',
  ])
    expect(await ids(`/admin/orders?pending=true&${more}`, 'root')).toEqual([])
})

test('an admin opens a pending payment like an order, with its customer and its history', async () => {
  await shop.happenedIn('checkout-o3', { role: 'system' }, pendingOf('o3', 'ada'))
  expect(await shop.body('/orders/o3', 'root')).toMatchObject({
    user: { name: 'Ada Byron' },
    isPaid: false,
    incompleteAddress: false,
    refundable: 0,
  })
  expect(await shop.body('/orders/o3', 'ada')).not.toHaveProperty('user')
  expect(await shop.body('/admin/orders/o3/history', 'root')).toMatchObject([{ what: 'Payment pending' }])
  expect((await shop.ask('/admin/orders/o4/history', { as: 'root' })).status).toBe(404)
})

test('admins filter orders by whether a return is expected', async () => {
  const asked = { orderId: 'o2', customerId: 'ada', returnId: 't1', pieces: [{ line: 0, quantity: 1 }] }
  const said = { chosenReason: 'too-small', reason: 'At the sleeves' } as const
  await shop.happened(placed('o1', 'ada'))
  await shop.happenedIn('order-o2', { role: 'system' }, placed('o2', 'ada'))
  const wanted = ReturnRequested({ ...asked, ...said, at: '2026-01-09T12:00:00.000Z' })
  await shop.happenedIn('order-o2', { id: 'ada', role: 'customer' }, wanted)
  expect(await ids('/admin/orders?returnDue=true', 'root')).toEqual(['o2'])
  expect(await shop.body('/orders/o2', 'ada')).toMatchObject({ returns: [{ _id: 't1', ...said }] })
  expect(await shop.body('/admin/orders/o2/history', 'root')).toMatchObject([{}, { after: said }])
  await shop.happened(
    ReturnReceived({ chosenReason: null, orderId: 'o2', returnId: 't1', pieces: [], at: '2026-01-10T12:00:00.000Z' }),
  )
  expect(await ids('/admin/orders?returnDue=true', 'root')).toEqual([])
})

test('admins find orders with incomplete addresses, and the history shows how an address was completed', async () => {
  const { data } = placed('o2', 'ada')
  const halfway = OrderPlaced({ ...data, shippingAddress: { ...sampleAddress, city: '' } })
  await shop.happened(placed('o1', 'ada'))
  await shop.happenedIn('order-o2', { role: 'system' }, halfway)
  expect(await ids('/admin/orders?incompleteAddress=true', 'root')).toEqual(['o2'])
  expect(await ids('/admin/orders?incompleteAddress=true&status=Shipped', 'root')).toEqual([])
  const said = { orderId: 'o2', customerId: 'ada', shippingAddress: sampleAddress, country: 'UK' }
  await shop.happenedIn('order-o2', { id: 'ada', role: 'customer' }, OrderAddressChanged(said))
  expect(await ids('/admin/orders?incompleteAddress=true', 'root')).toEqual([])
  expect(await shop.body('/orders/o2', 'ada')).toMatchObject({ shippingAddress: sampleAddress })
  expect(await shop.body('/admin/orders/o2/history', 'root')).toMatchObject([
    {},
    {
      what: 'Order address changed',
      who: { name: 'Ada Byron' },
      before: { shippingAddress: { city: '' } },
      after: { shippingAddress: { city: 'London' } },
    },
  ])
})

test('an order of another customer gets the same answer as an unknown order', async () => {
  await shop.happened(placed('o1', 'ada'))
  const answerOf = async (path: string) => {
    const response = await shop.ask(path, { as: 'bob' })
    return [response.status, { ...((await response.json()) as object), requestId: '' }]
  }
  expect(await answerOf('/orders/o1')).toEqual(await answerOf('/orders/unknown'))
  expect((await shop.ask('/orders/o1')).status).toBe(401)
})

test('an admin sees the customer’s name and the refund case of an order, but the customer does not', async () => {
  await shop.happened(placed('o1', 'ada'))
  const own = await shop.body('/orders/o1', 'ada')
  expect(own).toMatchObject({ _id: 'o1', totalPrice: 98, total: 98, isPaid: true, shippingAddress: { city: 'London' } })
  expect(own).not.toHaveProperty('user')
  expect(own).not.toHaveProperty('refundDue')
  expect(JSON.stringify(own)).not.toContain('CAPTURE')
  expect(await shop.body('/orders/o1', 'root')).toMatchObject({
    user: { name: 'Ada Byron' },
    refundDue: false,
  })
})

test('the owner and admins see the tracking number and refunds, but only the history shows the reason of a status', async () => {
  const sent = { orderId: 'o1', from: 'Processing', to: 'Shipped', ...booked } as const
  const said = OrderStatusChanged({ ...sent, reason: 'Sent a day late', trackingNumber: 'RM1' })
  await shop.happenedIn('order-o1', { id: 'root', role: 'admin' }, placed('o1', 'ada'), said)
  for (const who of ['ada', 'root']) {
    const order = await shop.body('/orders/o1', who)
    expect(order).toMatchObject({ trackingNumber: 'RM1', refundedTotal: 0 })
    expect(JSON.stringify(order)).not.toContain('Sent a day late')
  }
  const history = await shop.body('/admin/orders/o1/history', 'root')
  expect(history).toMatchObject([{}, { after: { reason: 'Sent a day late', trackingNumber: 'RM1' } }])
})

test('the orders of an erased customer stay, with the name N/A and without an address', async () => {
  await shop.happened(placed('o1', 'ada'), AccountErased({ accountId: 'ada', emailKey: 'ada' }))
  const [order] = (await shop.body('/admin/orders', 'root')) as object[]
  expect(order).toMatchObject({ _id: 'o1', shippingAddress: { city: '' }, incompleteAddress: true })
  expect((order as { user: unknown }).user).toEqual({ name: 'N/A' })
})

test('only admins see whether the seller of an order is protected', async () => {
  const { data } = placed('o1', 'ada')
  await shop.happened(OrderPlaced({ ...data, sellerProtection: 'incomplete-address' }))
  expect(await shop.body('/orders/o1', 'root')).toMatchObject({ sellerProtection: 'incomplete-address' })
  expect(await shop.body('/admin/orders', 'root')).toMatchObject([{ sellerProtection: 'incomplete-address' }])
  expect(await shop.body('/orders/o1', 'ada')).not.toHaveProperty('sellerProtection')
})

test('only admins search, sort and page through all orders', async () => {
  await shop.happened(
    placed('o1', 'ada', '2026-01-07'),
    placed('o2', 'bob', '2026-01-08', 'Wool Coat'),
    placed('o3', 'bob', '2026-01-09'),
  )
  expect((await shop.ask('/admin/orders')).status).toBe(401)
  expect((await shop.ask('/admin/orders', { as: 'ada' })).status).toBe(403)
  expect(await ids('/admin/orders', 'root')).toEqual(['o3', 'o2', 'o1'])
  expect(await ids('/admin/orders?sortBy=oldest', 'root')).toEqual(['o1', 'o2', 'o3'])
  expect(await ids('/admin/orders?search=woo+co', 'root')).toEqual(['o2'])
  expect(await ids('/admin/orders?search=o1', 'root')).toEqual(['o1'])
  expect(await ids('/admin/orders?search=capture-5678', 'root'), 'the id at the provider').toEqual(['o3', 'o2', 'o1'])
  const first = await shop.ask('/admin/orders?limit=2', { as: 'root' })
  const next = /^<(\?[^>]+)>/.exec(first.headers.get('link') ?? '')?.[1]
  expect(await ids(`/admin/orders${next}`, 'root')).toEqual(['o1'])
  expect((await shop.ask('/admin/orders?sortBy=_id', { as: 'root' })).status).toBe(400)
})

test('admins find orders by their customer’s name, email or id, and sorting and paging work as in other lists', async () => {
  await shop.happened(
    placed('o1', 'ada', '2026-01-05'),
    placed('o2', 'bob', '2026-01-06'),
    placed('o3', 'ada', '2026-01-07'),
    placed('o4', 'bob', '2026-01-08', 'Ada Skirt'),
    placed('o5', 'ada', '2026-01-09', 'Ada Skirt'),
  )
  expect(await ids('/admin/orders?search=byron', 'root')).toEqual(['o5', 'o3', 'o1'])
  expect(await ids('/admin/orders?search=ada@x', 'root')).toEqual(['o5', 'o3', 'o1'])
  expect(await ids('/admin/orders?search=bob&sortBy=oldest', 'root')).toEqual(['o2', 'o4'])
  expect(await ids('/admin/orders?search=-', 'root')).toEqual([])
  const found: string[] = []
  for (let page: string | undefined = '?search=ada&limit=2'; page; ) {
    const answer = await shop.ask(`/admin/orders${page}`, { as: 'root' })
    found.push(...((await answer.json()) as { _id: string }[]).map(({ _id }) => _id))
    page = /^<(\?[^>]+)>/.exec(answer.headers.get('link') ?? '')?.[1]
  }
  expect(found).toEqual(['o5', 'o4', 'o3', 'o1'])
})

test('admins filter orders by status and by whether a refund is due', async () => {
  await shop.happened(
    placed('o1', 'ada'),
    placed('o2', 'ada'),
    placed('o3', 'bob'),
    OrderStatusChanged({ orderId: 'o1', from: 'Processing', to: 'Cancelled', ...booked }),
    OrderStatusChanged({ orderId: 'o2', from: 'Processing', to: 'Cancelled', ...booked }),
    RefundCaseOpened({ orderId: 'o2', captureId: 'CAPTURE-5678', amountCents: 9800 }),
  )
  expect(await ids('/admin/orders?status=Processing', 'root')).toEqual(['o3'])
  expect(await ids('/admin/orders?status=Cancelled&sortBy=oldest', 'root')).toEqual(['o1', 'o2'])
  expect(await ids('/admin/orders?status=Cancelled&search=bob', 'root')).toEqual([])
  expect(await ids('/admin/orders?refundDue=true', 'root')).toEqual(['o2'])
  expect(await ids('/admin/orders?refundDue=true&status=Shipped', 'root')).toEqual([])
  expect((await shop.ask('/admin/orders?status=Lost', { as: 'root' })).status).toBe(400)
})

test('a deleted order is in no list, and its id is unknown', async () => {
  await shop.happened(placed('o1', 'ada'), OrderDeleted({ orderId: 'o1', status: 'Processing', lines: [], ...booked }))
  expect(await ids('/admin/orders', 'root')).toEqual([])
  expect((await shop.ask('/orders/o1', { as: 'root' })).status).toBe(404)
})

test('admins search the users, and see four fields of each user', async () => {
  expect((await shop.ask('/admin/users', { as: 'ada' })).status).toBe(403)
  expect(await shop.body('/admin/users?search=by', 'root')).toEqual([
    { _id: 'ada', name: 'Ada Byron', email: 'ada@x.test', role: 'customer' },
  ])
  expect(await ids('/admin/users?sortBy=name', 'root')).toEqual(['ada', 'bob', 'root'])
})

test('the dashboard shows sums, counts, best sellers and products that are low on stock', async () => {
  await shop.listed('p1', {}, 3)
  await shop.listed('p2', { name: 'Wool Coat' }, 50)
  await shop.happened(placed('o1', 'ada'), placed('o2', 'bob', '2026-01-10'))
  await shop.happened(OrderStatusChanged({ orderId: 'o1', from: 'Processing', to: 'Cancelled', ...booked }))
  const dashboard = (await shop.body('/admin/dashboard', 'root')) as { days: { day: string }[] }
  expect(dashboard).toMatchObject({
    revenue: 196,
    netRevenue: 98,
    totalOrders: 2,
    totalProducts: 2,
    recentOrders: [{ _id: 'o2', user: { name: 'Bob Noyce' } }, { _id: 'o1' }],
    bestSellers: [{ _id: 'p1', name: 'Oxford Shirt', image: '/pictures/shirt-1200.webp', sold: 4 }],
    stockRunningOut: [{ _id: 'p1', countInStock: 3, daysLeft: 5 }],
    toDo: { toShip: 1, refundDue: 0, returnAwaited: 0, incompleteAddress: 0, openCases: 0 },
    period: { from: '2025-12-12', to: '2026-01-10', revenue: 196, netRevenue: 98, orders: 2 },
  })
  expect(dashboard.days).toHaveLength(30)
  expect(dashboard.days.slice(-3)).toEqual([
    { day: '2026-01-08', revenue: 0, orders: 0 },
    { day: '2026-01-09', revenue: 98, orders: 1 },
    { day: '2026-01-10', revenue: 98, orders: 1 },
  ])
  expect((await shop.ask('/admin/dashboard', { as: 'ada' })).status).toBe(403)
  expect(await shop.body('/admin/orders/count', 'root')).toEqual({ orders: 2 })
})

test('an admin’s list shows the orders of the requested days', async () => {
  await shop.happened(...[5, 7, 8].map((day) => placed(`o${day}`, 'ada', `2026-01-0${day}`)))
  expect(await ids('/admin/orders?from=2026-01-05&to=2026-01-07', 'root')).toEqual(['o7', 'o5'])
  expect(await ids('/admin/orders?from=2026-01-07&sortBy=totalasc', 'root')).toEqual(['o7', 'o8'])
  expect(await ids('/admin/orders?to=2026-01-05&status=Processing', 'root')).toEqual(['o5'])
  expect(await ids('/admin/orders?from=2026-01-08&to=2026-01-07', 'root')).toEqual([])
  expect((await shop.ask('/admin/orders?from=yesterday', { as: 'root' })).status).toBe(400)
})

test('the dashboard adds up any range of days, and the same number of days before that range', async () => {
  await shop.happened(
    placed('o1', 'ada', '2026-01-05'),
    placed('o2', 'bob', '2026-01-07'),
    placed('o3', 'bob', '2026-01-08'),
  )
  const body = (await shop.body('/admin/dashboard?from=2026-01-07&to=2026-01-08', 'root')) as { days: unknown[] }
  expect(body).toMatchObject({
    revenue: 294,
    period: {
      ...{ from: '2026-01-07', to: '2026-01-08', revenue: 196, netRevenue: 196, orders: 2 },
      before: { revenue: 98, netRevenue: 98, orders: 1 },
    },
  })
  expect(body.days).toHaveLength(2)
  for (const wrong of [
    'from=2026-01-07',
    'from=2026-01-07&to=2026-01-06',
    'from=2024-01-07&to=2026-01-06',
    'from=x&to=y',
  ])
    expect((await shop.ask(`/admin/dashboard?${wrong}`, { as: 'root' })).status, wrong).toBe(400)
})

test('a product that sells fast is listed as running out, even if many pieces are left', async () => {
  await shop.listed('p1', {}, 8)
  await shop.listed('p2', { name: 'Wool Coat' }, 50)
  const runningOut = async () =>
    ((await shop.body('/admin/dashboard', 'root')) as { stockRunningOut: unknown }).stockRunningOut
  await shop.happened(placed('o1', 'ada', '2026-01-03'), placed('o2', 'ada'), placed('o3', 'ada'))
  expect(await runningOut()).toEqual([])
  await shop.happened(placed('o4', 'ada', '2026-01-04'))
  expect(await runningOut()).toMatchObject([{ _id: 'p1', countInStock: 8, daysLeft: 9 }])
})

describe("an order's history", () => {
  const customer = { id: 'ada', role: 'customer' } as const
  const admin = { id: 'root', role: 'admin' } as const

  test('has the events of the checkout and the order, each with the facts before and after, and who did it', async () => {
    const started = CheckoutStarted({
      checkoutId: 'o1',
      customerId: 'ada',
      items: [item],
      totalCents: 9800,
      shippingAddress: sampleAddress,
      country: 'UK',
      paymentMethod: 'PayPal',
      startedAt: booked.placedAt,
      expiresAt: '2026-01-09T10:30:00.000Z',
    })
    const paid = CheckoutPaid({
      checkoutId: 'o1',
      providerOrderId: 'PROVIDER',
      captureId: 'CAPTURE-5678',
      amountCents: 9800,
      paidAt: booked.placedAt,
      held: true,
    })
    await shop.happenedIn('checkout-o1', customer, started)
    await shop.happenedIn('checkout-o1', { role: 'system' }, paid)
    await shop.happenedIn('order-o1', customer, placed('o1', 'ada'))
    await shop.happenedIn(
      'order-o1',
      admin,
      OrderStatusChanged({ orderId: 'o1', from: 'Processing', to: 'Shipped', ...booked }),
    )
    const history = (await shop.body('/admin/orders/o1/history', 'root')) as { what: string; after: object }[]
    expect(history.map(({ what }) => what)).toEqual([
      'Checkout started',
      'Checkout paid',
      'Order placed',
      'Order status changed',
    ])
    expect(history[3]).toMatchObject({
      before: { status: 'Processing' },
      after: { status: 'Shipped' },
      who: { id: 'root', role: 'admin', name: 'Grace Hopper' },
      stream: 'order-o1',
      version: 1,
    })
    expect(history[1]?.after).toMatchObject({ checkout: 'paid', isPaid: true, payment: '…5678' })
    expect(JSON.stringify(history)).not.toMatch(/CAPTURE|PROVIDER/)
  })

  test('shows each refund and return with its own amount, pieces and reason, and names the products', async () => {
    const [why, pieces] = [
      { chosenReason: 'quality', reason: 'A hole', at: booked.placedAt },
      [{ line: 0, quantity: 1 }],
    ] as const
    const refund = { orderId: 'o1', customerId: 'ada', captureId: 'CAPTURE-5678', amountCents: 1000, ...why }
    const asked = (refundId: string) => OrderRefundRequested({ ...refund, refundId, pieces: [...pieces] })
    const no = OrderRefundRefused({ orderId: 'o1', refundId: 'r1', amountCents: 1000, code: 'NO' })
    const left = { line: 0, productId: 'p1', quantity: 1, toStock: 0 }
    const gone = PiecesGivenUp({ orderId: 'o1', moveId: 'm1', cause: 'refunded', refundId: 'r2', pieces: [left] })
    const back = { orderId: 'o1', returnId: 't1', chosenReason: null, at: booked.placedAt }
    const received = ReturnReceived({ ...back, pieces: [{ line: 0, quantity: 3, restocked: 1 }] })
    for (const event of [placed('o1', 'ada'), asked('r1'), no, asked('r2'), gone, received])
      await shop.happenedIn('order-o1', admin, event)
    const one = '1 × Oxford Shirt (M, Blue)'
    const own = {
      refund: 'requested',
      refundAmount: 10,
      refundedPieces: [one],
      chosenReason: 'quality',
      reason: 'A hole',
    }
    expect(await shop.body('/admin/orders/o1/history', 'root')).toMatchObject([
      {},
      { before: {}, after: own },
      { before: { refund: 'requested' }, after: { refund: 'refused', refusal: 'NO' } },
      { before: {}, after: own },
      { after: { pieces: 'no longer held', leftTheOrder: [one], backIntoStock: 'none' } },
      { after: { backIntoStock: [one], writtenOff: ['2 × Oxford Shirt (M, Blue)'] } },
    ])
  })

  test('stays after the order was deleted, does not exist for an unknown order, and is only for admins', async () => {
    await shop.happenedIn('order-o1', customer, placed('o1', 'ada'))
    await shop.happenedIn(
      'order-o1',
      admin,
      OrderDeleted({ orderId: 'o1', status: 'Processing', lines: [], ...booked }),
    )
    expect(await shop.body('/admin/orders/o1/history', 'root')).toMatchObject([{}, { after: { deleted: true } }])
    const restored = OrderRestored({
      ...placed('o1', 'ada').data,
      status: 'Processing',
      refundDue: false,
      ...nothingSince,
    })
    await shop.happenedIn('order-o1', admin, restored)
    expect(await shop.body('/admin/orders/o1/history', 'root')).toMatchObject([
      {},
      {},
      { what: 'Order restored', before: { deleted: true }, after: { deleted: false }, who: { name: 'Grace Hopper' } },
    ])
    expect((await shop.ask('/admin/orders/o2/history', { as: 'root' })).status).toBe(404)
    expect((await shop.ask('/admin/orders/o1/history', { as: 'ada' })).status).toBe(403)
  })
})
