import { AccountErased } from '@shop/language/account/events'
import { CaseOpened } from '@shop/language/case/events'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startShop } from './test-support/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
beforeEach(async () => {
  shop = await startShop()
  await shop.people()
  await shop.happened(opened('c1', 'ada', '08'), opened('c2', 'bob', '09'), opened('c3', 'ada', '10'))
})
afterEach(() => shop.close())

const opened = (caseId: string, customerId: string, day: string) =>
  CaseOpened({
    caseId,
    kind: 'payment-unmatched',
    customerId,
    checkoutId: `purchase-${caseId}`,
    orderId: null,
    refundId: null,
    providerOrderId: `PAYID-${caseId}`,
    captureId: null,
    disputeId: null,
    debugId: null,
    dispute: null,
    amountCents: 4900,
    code: 'NO_CHECKOUT',
    openedAt: `2026-01-${day}T10:00:00.000Z`,
  })
const found = async (query: string) =>
  ((await shop.body(`/admin/cases?${query}`, 'root')) as { _id: string }[]).map(({ _id }) => _id)

test.each([
  ['byron', ['c3', 'c1']],
  ['ada%40x.test', ['c3', 'c1']],
  ['ada', ['c3', 'c1']],
  ['purchase-c2', ['c2']],
  ['payid-c1', ['c1']],
  ['no_checkout', ['c3', 'c2', 'c1']],
  ['nobody', []],
  ['%21', []],
])('cases are found by %s', async (search, ids) => {
  expect(await found(`search=${search}`)).toEqual(ids)
  expect(await found(`search=${search}&status=closed`)).toEqual([])
})

test('the cases of a customer are read in pages, in the order of the list', async () => {
  expect(await found('search=byron&sortBy=oldest')).toEqual(['c1', 'c3'])
  const first = await shop.ask('/admin/cases?search=byron&limit=1', { as: 'root' })
  expect(await first.json()).toMatchObject([{ _id: 'c3', user: { name: 'Ada Byron' } }])
  const next = /<\?([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1]
  expect(await found(next ?? '')).toEqual(['c1'])
})

test('a search no longer finds the cases of an erased customer', async () => {
  await shop.happened(AccountErased({ accountId: 'ada', emailKey: 'ada' }))
  expect(await found('search=byron')).toEqual([])
})
