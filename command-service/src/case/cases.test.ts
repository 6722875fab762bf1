import { beforeEach, expect, test } from 'vitest'
import { createWorld, type World } from '../test-support/create-world.ts'
import { loadCase, openCase, settleCase } from './cases.ts'

let world: World
beforeEach(() => {
  world = createWorld()
})

const restricted = { kind: 'payments-refused', amountCents: 0, code: 'PAYEE_ACCOUNT_RESTRICTED' } as const
/** Uses the command handlers of two processes in turn. */
const refuse = (debugId: string, checkoutId = 'c1') => {
  const { commands } = world.parts()
  return openCase(commands, { ...restricted, checkoutId, debugId }, world.asking())
}
const recorded = (...types: readonly string[]) =>
  world.events.filter(({ type }) => types.includes(type)).map(({ data }) => data as { times?: number; debugId: string })
const settle = () =>
  settleCase(world.parts().commands, { kind: 'payments-refused' }, { outcome: 'settled' }, world.asking())

test('all problems that only the merchant can solve make one case for the whole shop', async () => {
  const ids = [await refuse('f1', 'c1'), await refuse('f2', 'c2'), await refuse('f3', 'c3')]
  expect(new Set(ids).size).toBe(1)
  expect(recorded('CaseOpened')).toHaveLength(1)
})

test('a thousand refusals make at most two dozen events, and the case names the newest refusal within an hour', async () => {
  for (let n = 1; n <= 1000; n++) await refuse(`f${n}`)
  const times = recorded('CaseUpdated').map(({ times }) => times ?? 0)
  expect(times.length).toBeLessThan(24)
  expect(times.at(-1)).toBeGreaterThanOrEqual(256)
  world.passTime(60 * 60_000)
  await refuse('late')
  expect(recorded('CaseUpdated').at(-1)).toMatchObject({ debugId: 'late' })
})

test('counts each of several refusals that arrive at the same time', async () => {
  const { commands } = world.parts()
  const refuseAs = (debugId: string) => openCase(commands, { ...restricted, checkoutId: 'c1', debugId }, world.asking())
  for (let n = 1; n <= 16; n++) await refuseAs(`f${n}`)
  await Promise.all(Array.from({ length: 5 }, (_, n) => refuseAs(`g${n}`)))
  world.passTime(60 * 60_000)
  await refuseAs('late')
  expect(recorded('CaseUpdated').at(-1)).toMatchObject({ debugId: 'late', times: 22 })
})

test('the case closes when payments work again, and reopens at each next refusal', async () => {
  for (let round = 1; round <= 3; round++) {
    const caseId = await refuse(`f${round}`)
    expect((await loadCase(world.parts().commands, caseId)).end).toBeUndefined()
    await settle()
    await settle()
    expect((await loadCase(world.parts().commands, caseId)).end).toMatchObject({ outcome: 'settled' })
    world.passTime(1000)
  }
  expect(recorded('CaseOpened', 'CaseReopened').map(({ debugId }) => debugId)).toEqual(['f1', 'f2', 'f3'])
  expect(recorded('CaseClosed')).toHaveLength(3)
})

test('a case with a new reason names the new reason from then on', async () => {
  const about = { kind: 'refund-refused', captureId: 'CAP-1', amountCents: 2500 } as const
  const open = (code: string) => openCase(world.parts().commands, { ...about, code }, world.asking())
  await open('PREVIOUS_REQUEST_IN_PROGRESS')
  const caseId = await open('REFUND_TIME_LIMIT_EXCEEDED')
  await open('REFUND_TIME_LIMIT_EXCEEDED')
  expect((await loadCase(world.parts().commands, caseId)).facts.code).toBe('REFUND_TIME_LIMIT_EXCEEDED')
  expect(recorded('CaseUpdated')).toHaveLength(1)
})
