import { ShopError, StoreUnavailable } from '@shop/language/errors'
import { expect, test, vi } from 'vitest'
import { patiently } from './patiently.ts'

const away = new StoreUnavailable('The log could not be read')
const failing = (...errors: Error[]) =>
  vi.fn(async () => {
    const error = errors.shift()
    if (error) throw error
    return 'done'
  })

test('a step is repeated until its server answers, and one line is logged for it', async () => {
  const [step, onWait] = [failing(away, away), vi.fn()]
  expect(await patiently(step, { onWait })).toBe('done')
  expect(step).toHaveBeenCalledTimes(3)
  expect(onWait).toHaveBeenCalledExactlyOnceWith(away)
})

test('a step that fails for another reason is not repeated', async () => {
  const [step, onWait] = [failing(new ShopError('CONFLICT', 'no')), vi.fn()]
  await expect(patiently(step, { onWait })).rejects.toThrow('no')
  expect([step.mock.calls.length, onWait.mock.calls.length]).toEqual([1, 0])
})

test('when the time is over, the failure ends the start', async () => {
  const step = failing(away)
  await expect(patiently(step, { onWait: () => {}, forMs: 0 })).rejects.toThrow(away)
  expect(step).toHaveBeenCalledTimes(1)
})
