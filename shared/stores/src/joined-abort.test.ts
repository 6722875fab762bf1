import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { joinedAbort } from './joined-abort.ts'

test('it aborts with the first of its signals, also if a signal has already aborted', () => {
  const [one, two] = [new AbortController(), new AbortController()]
  const joined = joinedAbort(one.signal, two.signal)
  expect(joined.signal.aborted).toBe(false)
  two.abort()
  expect(joined.signal.aborted).toBe(true)
  expect(joinedAbort(one.signal, two.signal).signal.aborted).toBe(true)
})

test('after its disposal, a signal that lives on has no listener left', () => {
  const long = new AbortController()
  for (let n = 0; n < 100; n++) {
    using joined = joinedAbort(long.signal, new AbortController().signal)
    expect(getEventListeners(long.signal, 'abort')).toHaveLength(1)
    expect(joined.signal.aborted).toBe(false)
  }
  expect(getEventListeners(long.signal, 'abort')).toEqual([])
})
