import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AccountChanges } from './callers.ts'
import { watchAccounts } from './watch-accounts.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a change of one account is announced immediately, and a change that may concern any account at most once a second', async () => {
  let change: Parameters<AccountChanges>[0] = () => {}
  const onAccountChange = watchAccounts((listener) => {
    change = listener
  })
  const [ada, ben] = [vi.fn(), vi.fn()]
  onAccountChange('ada', ada)
  onAccountChange('ben', ben)
  for (let batch = 0; batch < 50; batch++) {
    change(undefined)
    await vi.advanceTimersByTimeAsync(100)
  }
  expect([ada.mock.calls.length, ben.mock.calls.length]).toEqual([5, 5])
  change(undefined)
  await vi.advanceTimersByTimeAsync(2_000)
  expect([ada.mock.calls.length, ben.mock.calls.length]).toEqual([6, 6])
  change(['ada'])
  await Promise.resolve()
  expect([ada.mock.calls.length, ben.mock.calls.length]).toEqual([7, 6])
})
