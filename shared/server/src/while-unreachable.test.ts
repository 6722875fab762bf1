import { ShopError, StoreUnavailable } from '@shop/language/errors'
import { expect, test, vi } from 'vitest'
import { whileUnreachable } from './while-unreachable.ts'

const away = new StoreUnavailable('The log could not be read')
const failing = (...errors: Error[]) =>
  vi.fn(async () => {
    const error = errors.shift()
    if (error) throw error
    return 'done'
  })

test('a step is repeated until its server answers', async () => {
  const step = failing(away, away)
  expect(await whileUnreachable(step, 'not yet')).toBe('done')
  expect(step).toHaveBeenCalledTimes(3)
})

test('a step that fails for another reason is not repeated', async () => {
  const step = failing(new ShopError('CONFLICT', 'no'))
  await expect(whileUnreachable(step, 'not yet')).rejects.toThrow('no')
  expect(step).toHaveBeenCalledTimes(1)
})

test('when the time is over, the failure ends the start', async () => {
  const step = failing(away)
  await expect(whileUnreachable(step, 'not yet', 0)).rejects.toThrow(away)
  expect(step).toHaveBeenCalledTimes(1)
})
