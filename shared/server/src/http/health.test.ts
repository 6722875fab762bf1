import type { Checkpoint } from '@shop/stores/read-store/checkpoint'
import type { Standings } from '@shop/stores/read-store/standings'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { checkLogAndReadModels } from './health.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const failure = {
  event: { id: 'e6', type: 'OrderPlaced', position: '6', stream: 'order-1' },
  error: 'no such thing',
  at: '2026-01-01T00:00:00.000Z',
}

function standing(known: Record<string, Checkpoint | undefined>) {
  const built = () => Object.entries(known).filter((one): one is [string, Checkpoint] => one[1] !== undefined)
  const standings = (): Standings =>
    Object.fromEntries(
      Object.entries(known).map(([name, checkpoint]) => [
        name,
        { ...(checkpoint && { position: checkpoint.position }), ...(checkpoint?.halted && { halted: true }) },
      ]),
    )
  return { checkpoints: () => new Map(built()), standings }
}
const headIs = (position: string) => async () => position

test('read models that show all that happened are well', async () => {
  const check = checkLogAndReadModels(headIs('7'), standing({ 'orders@1': { position: '7' } }))
  expect(await check()).toEqual({ needed: { log: 'ok' }, besides: { readModels: 'ok' } })
})

test('they may be behind for five seconds, and then say so, though the shop can serve', async () => {
  const known = { 'orders@1': { position: '6' } }
  const check = checkLogAndReadModels(headIs('7'), standing(known))
  expect(await check()).toMatchObject({ besides: { readModels: 'ok' } })
  await vi.advanceTimersByTimeAsync(5_001)
  expect(await check()).toEqual({ needed: { log: 'ok' }, besides: { readModels: 'behind' } })
  known['orders@1'].position = '7'
  expect(await check()).toMatchObject({ besides: { readModels: 'ok' } })
})

test('each that is damaged is named until it is built anew', async () => {
  const check = checkLogAndReadModels(
    async () => '7',
    standing({ 'orders@1': { position: '7', damaged: true }, 'carts@1': { position: '7' } }),
  )
  expect(await check()).toEqual({ needed: { log: 'ok' }, besides: { readModels: 'damaged, built anew: orders@1' } })
})

test('each that has halted is named at once', async () => {
  const check = checkLogAndReadModels(
    headIs('7'),
    standing({ 'orders@1': { position: '5', halted: failure }, 'carts@1': { position: '7' } }),
  )
  expect(await check()).toEqual({ needed: { log: 'ok' }, besides: { readModels: 'halted: orders@1' } })
})

test('without one that was never built nothing can be served', async () => {
  const check = checkLogAndReadModels(headIs('7'), standing({ 'orders@1': undefined }))
  expect(await check()).toEqual({ needed: { log: 'ok', readModels: 'not built yet' } })
})

test('without the log nothing can be sold', async () => {
  const failing = () => Promise.reject(new Error('disk'))
  const check = checkLogAndReadModels(failing, standing({ 'orders@1': { position: '7' } }))
  expect(await check()).toMatchObject({ needed: { log: 'failing' } })
})
