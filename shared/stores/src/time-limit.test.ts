import { once } from 'node:events'
import { setImmediate as afterReading } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { Late, within } from './time-limit.ts'

const ANSWERS = `
  const { parentPort, workerData } = require('node:worker_threads')
  parentPort.postMessage('the answer')
  Atomics.store(workerData, 0, 1)
  Atomics.notify(workerData, 0)
`

test('after a pause of this process, an answer that has already arrived counts', async () => {
  const arrived = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(ANSWERS, { eval: true, workerData: arrived })
  // The next thing that Node does is to run timers.
  await afterReading()
  const begunAt = performance.now()
  const answer = within(1, () => once(worker, 'message'))
  Atomics.wait(arrived, 0, 0)
  while (performance.now() - begunAt < 5);
  expect(await answer).toEqual(['the answer'])
  await worker.terminate()
})

test('without an answer, the call is aborted at the limit', async () => {
  let given: AbortSignal | undefined
  const answer = within(1, (signal) => {
    given = signal
    return new Promise(() => {})
  })
  await expect(answer).rejects.toThrow(Late)
  expect(given?.reason).toBeInstanceOf(Late)
})
