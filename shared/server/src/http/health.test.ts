import type { Checkpoint } from '@shop/stores/read-store/checkpoint'
import type { Standings } from '@shop/stores/read-store/standings'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { checkLogAndReadModels, watchLogAndReadModels } from './health.ts'

let stop: AbortController
beforeEach(() => {
  stop = new AbortController()
})
afterEach(() => {
  stop.abort()
  vi.restoreAllMocks()
})

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
  return { checkpoints: () => new Map(built()), standings, look: async () => {} }
}

const SOON = { everyMs: 1, maxLagMs: 0 }
const NOT_IN_THIS_TEST = { everyMs: 1, maxLagMs: 60_000 }

/** `afterLooks` waits for some looks and then returns the checks. */
function watched(head: () => Promise<string>, followed: ReturnType<typeof standing>, options = NOT_IN_THIS_TEST) {
  let looks = 0
  const counted = {
    ...followed,
    look: async () => {
      looks++
      await followed.look()
    },
  }
  const check = checkLogAndReadModels(watchLogAndReadModels(head, counted, stop.signal, options))
  return {
    check,
    async afterLooks() {
      const before = looks
      await expect.poll(() => looks).toBeGreaterThan(before + 2)
      return check()
    },
  }
}
const headIs = (position: string) => async () => position

test('read models that show the newest event are ok', async () => {
  const { afterLooks } = watched(headIs('7'), standing({ 'orders@1': { position: '7' } }), SOON)
  expect(await afterLooks()).toEqual({ needed: { log: 'ok' }, optional: { readModels: 'ok' } })
})

test('read models may be behind for a while', async () => {
  const { afterLooks } = watched(headIs('7'), standing({ 'orders@1': { position: '6' } }))
  expect(await afterLooks()).toMatchObject({ optional: { readModels: 'ok' } })
})

test('if read models are behind for longer, the shop is degraded until they have reached the log', async () => {
  const known = { 'orders@1': { position: '6' } }
  const { afterLooks, check } = watched(headIs('7'), standing(known), SOON)
  expect(await afterLooks()).toEqual({ needed: { log: 'ok' }, optional: { readModels: 'behind' } })
  known['orders@1'].position = '7'
  expect(await check()).toMatchObject({ optional: { readModels: 'ok' } })
})

test('read models that follow the log at a constant distance are behind at every look, not only at some', async () => {
  const LATE_LOOKS = 16
  let looks = 0
  vi.spyOn(performance, 'now').mockImplementation(() => looks * 500)
  const positionAt = (look: number) => String(Math.max(0, look)).padStart(4, '0')
  const known = { 'orders@1': { position: positionAt(0) } }
  const said = new Set<unknown>()
  async function look() {
    looks += 1
    known['orders@1'].position = positionAt(looks - LATE_LOOKS)
    if (looks > LATE_LOOKS) said.add(readModels().optional?.readModels)
  }
  const followed = { ...standing(known), look }
  const { readModels } = watchLogAndReadModels(async () => positionAt(looks), followed, stop.signal, { everyMs: 1 })
  await expect.poll(() => looks).toBeGreaterThan(5 * LATE_LOOKS)
  expect([...said]).toEqual(['behind'])
})

test('read models are behind if their store is unavailable while the log goes on', async () => {
  const away = { ...standing({ 'orders@1': { position: '6' } }), look: () => Promise.reject(new Error('away')) }
  const { afterLooks } = watched(headIs('7'), away, SOON)
  expect(await afterLooks()).toMatchObject({ optional: { readModels: 'behind' } })
})

test('each damaged read model is named until it is rebuilt', async () => {
  const { check } = watched(
    headIs('7'),
    standing({ 'orders@1': { position: '7', damaged: true }, 'carts@1': { position: '7' } }),
  )
  expect(await check()).toEqual({ needed: { log: 'ok' }, optional: { readModels: 'damaged, being rebuilt: orders@1' } })
})

test('each halted read model is named at once', async () => {
  const { check } = watched(
    headIs('7'),
    standing({ 'orders@1': { position: '5', halted: failure }, 'carts@1': { position: '7' } }),
  )
  expect(await check()).toEqual({ needed: { log: 'ok' }, optional: { readModels: 'halted: orders@1' } })
})

test('if a read model was never built, the shop is not ready', async () => {
  const { check } = watched(headIs('7'), standing({ 'orders@1': undefined }))
  expect(await check()).toEqual({ needed: { log: 'ok', readModels: 'not built yet' }, optional: {} })
})

test('if the log cannot be read, the shop is not ready', async () => {
  const { afterLooks } = watched(
    () => Promise.reject(new Error('disk')),
    standing({ 'orders@1': { position: '7' } }),
    SOON,
  )
  expect(await afterLooks()).toEqual({ needed: { log: 'failing' }, optional: { readModels: 'ok' } })
})
