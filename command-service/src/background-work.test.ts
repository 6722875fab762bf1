import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startBackgroundWork } from './background-work.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'selvedge-background-'))
  vi.useFakeTimers({ toFake: ['setInterval'] })
})
afterEach(() => {
  vi.useRealTimers()
  rmSync(folder, { recursive: true })
})

type Queue = Parameters<typeof startBackgroundWork>[1]

const idle = (signal: AbortSignal) => new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))

test('work on the queue is restarted after a failure', async () => {
  let begun = 0
  const again = Promise.withResolvers<void>()
  const jobs: Queue = {
    work: async (_, signal) => {
      if (++begun === 1) throw new Error('database or disk is full')
      again.resolve()
      await idle(signal)
    },
  }
  const stop = startBackgroundWork(async () => undefined, jobs, folder, Date.now)
  await again.promise
  await stop()
  expect(begun).toBe(2)
})

test('a folder of pictures that cannot be cleaned is retried the next time', async () => {
  const jobs: Queue = { work: (_, signal) => idle(signal) }
  const rejections: unknown[] = []
  const note = (error: unknown) => rejections.push(error)
  process.on('unhandledRejection', note)
  const stop = startBackgroundWork(async () => undefined, jobs, join('/dev/null', 'uploads'), Date.now)
  vi.advanceTimersByTime(6 * 60 * 1000)
  await new Promise((resolve) => setTimeout(resolve, 50))
  process.off('unhandledRejection', note)
  await stop()
  expect(rejections).toEqual([])
})
