import { expect, test } from 'vitest'
import { isSummable } from './summable.ts'

test('counts and amounts can be added up; averages, percentages, prices and numbers of periods cannot', () => {
  const names = ['orders', 'netRevenueCents', 'minutes', 'events', 'notShipped', 'customersIn30Days', 'monthlyCents']
  expect(names.filter((name) => !isSummable({ name }))).toEqual([])
  const others =
    `averageOrderCents avg_cents medianHours percentIn30Days returnRate shareOfOrders ordersPerDay priceCents wasCents
    nineTenthsWithinHours leastDays event sinceEvent schemaVersion hour dayOfWeek`.split(/\s+/)
  expect(others.filter((name) => isSummable({ name }))).toEqual([])
})
