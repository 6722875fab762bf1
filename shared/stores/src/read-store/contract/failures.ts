import { START } from '@shop/language/events/event'
import { describe, expect, test } from 'vitest'
import type { Failure, Failures } from '../checkpoint.ts'
import type { Step } from '../read-store.ts'
import { stepOf } from '../step-of.ts'
import { replaceDocuments, type Shelf, shirt } from './shelf.ts'

const failure = (n: number): Failure => ({
  event: { id: `e${n}`, type: 'OrderPlaced', position: String(n), stream: `$order-${n}` },
  error: `$no.such.thing ${n}`,
  at: '2026-01-01T00:00:00.000Z',
})

export function failureContract(shelf: Shelf) {
  const { step, found } = shelf
  const failing = (from: string, to: string, failures: Failures) => stepOf(shelf.shirts.name, from, to, [], failures)
  const checkpoint = () => shelf.store.checkpoint(shelf.shirts.name)

  describe('a failure of a projection', () => {
    test('is stored with its checkpoint, and listeners get it in the same step', async () => {
      const steps: Step[] = []
      const stop = shelf.store.onCommit((step) => steps.push(step))
      const failures = { halted: failure(3), leftOut: { count: 2, newest: [failure(1), failure(2)] } }
      const halting = failing(START, '2', failures)
      await shelf.store.commit(halting)
      stop()
      expect(steps).toEqual([halting])
      await shelf.reopen()
      expect(await checkpoint()).toEqual({ position: '2', ...failures })
    })

    test('can be recorded without moving the checkpoint, and stays until a step changes it', async () => {
      await shelf.store.commit(step(START, '2'))
      await shelf.store.commit(failing('2', '2', { halted: failure(3) }))
      expect(await checkpoint()).toEqual({ position: '2', halted: failure(3) })
      await shelf.store.commit(failing('2', '3', { leftOut: { count: 1, newest: [failure(3)] } }))
      await shelf.store.commit(step('3', '4'))
      expect(await checkpoint()).toEqual({ position: '4', leftOut: { count: 1, newest: [failure(3)] } })
      await shelf.store.commit(failing('4', '5', {}))
      expect(await checkpoint()).toEqual({ position: '5' })
    })

    test('is removed by a rebuild', async () => {
      await shelf.store.commit(failing(START, '2', { halted: failure(3) }))
      await replaceDocuments(shelf.store, shelf.shirts, [], '5')
      expect(await checkpoint()).toEqual({ position: '5' })
    })

    test('is visible to tools; they can resume a halted projection even if another process has its lease', async () => {
      const lease = await shelf.store.lease(shelf.shirts.name)
      await shelf.store.commit(failing(START, '2', { halted: failure(3) }))
      const beside = await shelf.storage.beside()
      const { name } = shelf.shirts
      expect((await beside.all()).get(name)).toEqual({ position: '2', halted: failure(3) })
      expect(await beside.resume(name, 'skip')).toBe(true)
      expect(await checkpoint()).toEqual({ position: '2', halted: { ...failure(3), resume: 'skip' } })
      await shelf.store.commit(failing('2', '3', {}))
      expect(await beside.resume(name, 'retry')).toBe(false)
      expect(await beside.resume('unheard-of@1', 'retry')).toBe(false)
      expect((await beside.all()).get(name)).toEqual({ position: '3' })
      await beside.close()
      await lease?.release()
      expect(await found()).toEqual([])
    })
  })

  test('a collection that is gone from the storage is damaged until it is rebuilt', async () => {
    await replaceDocuments(shelf.store, shelf.shirts, [shirt('a')], '1')
    await shelf.storage.lose(shelf.shirts.name)
    await found().catch(() => {})
    await expect.poll(checkpoint).toEqual({ position: '1', damaged: true })
    await shelf.reopen()
    expect(await checkpoint()).toEqual({ position: '1', damaged: true })
    await replaceDocuments(shelf.store, shelf.shirts, [shirt('b')], '1')
    expect(await checkpoint()).toEqual({ position: '1' })
    await shelf.store.commit(step('1', '2', shirt('c')))
    expect(await found({ anyOf: { colors: ['Navy'] } })).toEqual(['b', 'c'])
  })
}
