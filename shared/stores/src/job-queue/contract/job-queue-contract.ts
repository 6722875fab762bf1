import { START } from '@shop/language/events/event'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { JobQueue } from '../job-queue.ts'
import { type Handle, newJob, workedOn } from './jobs.ts'

/** A file, or a server with only the jobs of these tests. `open` can be called again after the queue was closed. */
export type JobStorage = Readonly<{ open: () => JobQueue | Promise<JobQueue>; remove: () => Promise<void> }>

export function jobQueueContract(name: string, newStorage: () => Promise<JobStorage>) {
  describe(`${name} as a job queue`, () => {
    let storage: JobStorage
    let queue: JobQueue
    let process: string
    beforeAll(async () => {
      storage = await newStorage()
      queue = await storage.open()
    })
    beforeEach(() => {
      process = `process-${crypto.randomUUID()}`
      vi.spyOn(globalThis.process.stderr, 'write').mockReturnValue(true)
    })
    afterEach(() => void vi.restoreAllMocks())
    afterAll(async () => {
      await queue.close()
      await storage.remove()
    })

    const reopen = async () => {
      await queue.close()
      queue = await storage.open()
    }
    const worked = (count: number, handle?: Handle) => workedOn(queue, count, handle)
    const nothingWaits = async () => {
      const last = newJob()
      await queue.add(process, '9', [last])
      expect(await worked(1)).toEqual([last.id])
    }

    test('a process manager that never ran has its checkpoint at the start of the log', async () => {
      expect(await queue.checkpoint(process)).toBe(START)
    })

    test('the holder of a process manager’s lease may move its checkpoint', async () => {
      const lease = await queue.lease(process)
      await queue.add(process, '1', [])
      expect(lease?.lost.aborted).toBe(false)
      await lease?.release()
      expect(await queue.lease(process)).toBeDefined()
      expect(await queue.checkpoint(process)).toBe('1')
    })

    test('jobs and checkpoint survive reopening', async () => {
      const jobs = [newJob(), newJob()]
      await queue.add(process, '1', jobs)
      await queue.add(process, '2', [])
      await reopen()
      expect(await queue.checkpoint(process)).toBe('2')
      expect((await worked(2)).toSorted()).toEqual(jobs.map(({ id }) => id).toSorted())
    })

    test('a checkpoint is an opaque text and returned unchanged', async () => {
      for (const position of ['0f3a9c77.00000000000000000042', 'e1.7']) {
        await queue.add(process, position, [])
        expect(await queue.checkpoint(process)).toBe(position)
      }
    })

    test('a job is handled once, as it was added', async () => {
      const one = newJob()
      await queue.add(process, '1', [one])
      const handle = vi.fn<Handle>(async () => undefined)
      await worked(1, handle)
      expect(handle.mock.calls).toEqual([[{ id: one.id, command: one.command }]])
      await nothingWaits()
    })

    test('a job added while others are running is handled at once', async () => {
      const stop = new AbortController()
      const one = newJob()
      const taken = new Promise<string>((resolve) => {
        queue.work(async ({ id }) => void resolve(id), stop.signal)
      })
      await new Promise((resolve) => setTimeout(resolve, 20))
      await queue.add(process, '1', [one])
      expect(await taken).toBe(one.id)
      stop.abort()
    })

    test('a waiting job that is put again without a checkpoint is done once', async () => {
      const one = newJob(150)
      await queue.put([one])
      await queue.put([{ ...newJob(), id: one.id }])
      await queue.put([])
      const handle = vi.fn<Handle>(async () => undefined)
      await worked(1, handle)
      expect(handle.mock.calls).toEqual([[{ id: one.id, command: one.command }]])
      await nothingWaits()
    })

    test('a job whose id is already waiting changes nothing', async () => {
      const one = newJob(150)
      await queue.add(process, '1', [one])
      await queue.add(process, '2', [{ ...newJob(), id: one.id }])
      const handle = vi.fn<Handle>(async () => undefined)
      await worked(1, handle)
      expect(handle.mock.calls).toEqual([[{ id: one.id, command: one.command }]])
      expect(await queue.checkpoint(process)).toBe('2')
      await nothingWaits()
    })

    test('a delayed job does not delay the jobs after it', async () => {
      const [late, soon] = [newJob(200), newJob()]
      const start = Date.now()
      await queue.add(process, '1', [late, soon])
      const begunAfterMs = new Map<string, number>()
      await worked(2, async ({ id }) => void begunAfterMs.set(id, Date.now() - start))
      expect(begunAfterMs.get(late.id)).toBeGreaterThanOrEqual(199)
      expect(begunAfterMs.get(soon.id)).toBeLessThan(begunAfterMs.get(late.id)!)
    })

    test('a job whose handler returns a pause runs again after that pause, and is then done', async () => {
      await queue.add(process, '1', [newJob()])
      let asked = 0
      const begun = await worked(3, async () => (++asked < 3 ? { againInMs: 30 } : undefined))
      expect(new Set(begun).size).toBe(1)
      await nothingWaits()
    })

    test('a failed job is retried after a second', async () => {
      await queue.add(process, '1', [newJob()])
      const times: number[] = []
      await worked(2, async () => {
        if (times.push(Date.now()) === 1) throw new Error('the provider is away')
        return undefined
      })
      expect(times[1]! - times[0]!).toBeGreaterThanOrEqual(990)
      expect(globalThis.process.stderr.write).toHaveBeenCalledWith(expect.stringContaining('the provider is away'))
      await nothingWaits()
    })

    test('a failing job does not stop the others', async () => {
      const [bad, ...good] = [newJob(), newJob(), newJob()]
      await queue.add(process, '1', [bad, ...good])
      let failed = false
      const begun = await worked(4, async ({ id }) => {
        if (id !== bad.id || failed) return undefined
        failed = true
        throw new Error('once')
      })
      expect(begun.at(-1)).toBe(bad.id)
    })

    test('at most eight jobs run at the same time', async () => {
      await queue.add(
        process,
        '1',
        Array.from({ length: 30 }, () => newJob()),
      )
      let now = 0
      let most = 0
      await worked(30, async () => {
        most = Math.max(most, ++now)
        await new Promise((resolve) => setTimeout(resolve, 10))
        now -= 1
        return undefined
      })
      expect(most).toBeGreaterThan(1)
      expect(most).toBeLessThanOrEqual(8)
    })

    test('an abort lets running jobs finish and leaves the rest waiting', async () => {
      const jobs = Array.from({ length: 20 }, () => newJob())
      await queue.add(process, '1', jobs)
      const stop = new AbortController()
      const finished: string[] = []
      await queue.work(async ({ id }) => {
        stop.abort()
        await new Promise((resolve) => setTimeout(resolve, 30))
        finished.push(id)
        return undefined
      }, stop.signal)
      expect(finished.length).toBeGreaterThan(0)
      expect(finished.length).toBeLessThanOrEqual(8)
      const rest = await worked(20 - finished.length)
      expect([...finished, ...rest].toSorted()).toEqual(jobs.map(({ id }) => id).toSorted())
    })

    test('work that is aborted before it begins takes no job', async () => {
      const one = newJob()
      await queue.add(process, '1', [one])
      const handle = vi.fn<Handle>()
      await queue.work(handle, AbortSignal.abort())
      expect(handle).not.toHaveBeenCalled()
      expect(await worked(1)).toEqual([one.id])
    })
  })
}
