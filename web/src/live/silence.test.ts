import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { untilSilent } from './keep-listening.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function listening() {
  let source: ReadableStreamDefaultController<string> | undefined
  const cancelled = vi.fn()
  const stream = new ReadableStream<string>({
    start: (controller) => {
      source = controller
    },
    cancel: cancelled,
  })
  return {
    source: source as ReadableStreamDefaultController<string>,
    cancelled,
    reader: untilSilent(stream, 1000).getReader(),
  }
}

test('a stream that sends regularly is passed through', async () => {
  const { source, reader } = listening()
  for (const word of ['one', 'two', 'three']) {
    source.enqueue(word)
    expect((await reader.read()).value).toBe(word)
    await vi.advanceTimersByTimeAsync(900)
  }
  source.close()
  expect((await reader.read()).done).toBe(true)
})

test('a stream that falls silent fails and is cancelled', async () => {
  const { source, cancelled, reader } = listening()
  source.enqueue('one')
  await reader.read()
  const failing = expect(reader.read()).rejects.toThrow('too long')
  await vi.advanceTimersByTimeAsync(1000)
  await failing
  await expect.poll(() => cancelled).toHaveBeenCalled()
})

test('a stream that ends leaves no timer', async () => {
  const { source, reader } = listening()
  source.close()
  await reader.read()
  expect(vi.getTimerCount()).toBe(0)
})
