import { START } from '@shop/language/events/event'
import { describe, expect, test } from 'vitest'
import type { Failure } from '../checkpoint.ts'
import type { Step } from '../read-store.ts'
import { replaceDocuments } from '../replace-documents.ts'
import type { Shelf } from './shelf.ts'

const failure = (n: number): Failure => ({
  event: { id: `e${n}`, type: 'OrderPlaced', position: String(n), stream: `$order-${n}` },
  error: `$no.such.thing ${n}`,
  at: '2026-01-01T00:00:00.000Z',
})

/** What a projection could not take is part of its checkpoint. */
export function failureContract(shelf: Shelf) {
  const { step, found } = shelf
  const checkpoint = () => shelf.store.checkpoint(shelf.shirts.name)

  describe('what a projection could not take', () => {
    test('is kept with its checkpoint, and told to listeners in the same step', async () => {
      const told: (readonly Step[])[] = []
      const stop = shelf.store.onCommit((steps) => told.push(steps))
      const failures = { halted: failure(3), leftOut: { count: 2, newest: [failure(1), failure(2)] } }
      const steps = [{ ...step(START, '2'), ...failures }]
      await shelf.store.commit(steps)
      stop()
      expect(told).toEqual([steps])
      await shelf.reopen()
      expect(await checkpoint()).toEqual({ position: '2', ...failures })
    })

    test('can come while its checkpoint stands still, and goes with the step that does not name it', async () => {
      await shelf.store.commit([step(START, '2')])
      await shelf.store.commit([{ ...step('2', '2'), halted: failure(3) }])
      expect(await checkpoint()).toEqual({ position: '2', halted: failure(3) })
      await shelf.store.commit([{ ...step('2', '3'), leftOut: { count: 1, newest: [failure(3)] } }])
      expect(await checkpoint()).toEqual({ position: '3', leftOut: { count: 1, newest: [failure(3)] } })
      await shelf.store.commit([step('3', '4')])
      expect(await checkpoint()).toEqual({ position: '4' })
    })

    test('is gone with what was built anew', async () => {
      await shelf.store.commit([{ ...step(START, '2'), halted: failure(3) }])
      await replaceDocuments(shelf.store, shelf.shirts, [], '5')
      expect(await checkpoint()).toEqual({ position: '5' })
    })

    test('is seen from beside, where a halted projection is asked to go on, whoever has its lease', async () => {
      const lease = await shelf.store.lease(shelf.shirts.name)
      await shelf.store.commit([{ ...step(START, '2'), halted: failure(3) }])
      const beside = await shelf.storage.beside()
      const { name } = shelf.shirts
      expect((await beside.all()).get(name)).toEqual({ position: '2', halted: failure(3) })
      expect(await beside.resume(name, 'skip')).toBe(true)
      expect(await checkpoint()).toEqual({ position: '2', halted: { ...failure(3), resume: 'skip' } })
      await shelf.store.commit([step('2', '3')])
      expect(await beside.resume(name, 'retry')).toBe(false)
      expect(await beside.resume('unheard-of@1', 'retry')).toBe(false)
      expect((await beside.all()).get(name)).toEqual({ position: '3' })
      await beside.close()
      await lease?.release()
      expect(await found()).toEqual([])
    })
  })
}
