import { readFileSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { constants, setPriority } from 'node:os'
import { MOST_MEMORY_BYTES } from '../limits.ts'
import { failureOf } from './engine-failure.ts'
import type { Failure, Found, MadeFiles } from './question.ts'
import type { ChildMessage } from './task.ts'

/** Short, because a query can fill the memory quickly, for example by doubling a string again and again. */
const LOOK_EVERY_MS = 20
const REPORT_EVERY_MS = 200

type Work = Readonly<{
  answer: Promise<Found & { made?: MadeFiles | undefined }>
  /** `failure`: the work must end. `share`: the finished part, from 0 to 1, or undefined if unknown. */
  look: () => Readonly<{ share: number | undefined } | { failure: Failure }>
}>

/** Makes this process work on one task of `runChild`. Cleans up nothing, because the parent kills the process after the answer. */
export function serveTask<Task>(begin: (task: Task) => Work) {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  process.once('message', (task: Task) => void answer(begin(task)))
  process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
}

const send = (message: ChildMessage) => void process.send?.(message)

async function answer({ answer, look }: Work) {
  const watched = watch(look)
  try {
    const { made, ...found } = await answer
    // Write the cache now: the parent kills this process right after the answer.
    flushCompileCache()
    send({ found, made, memoryBytes: watched.mostMemory() })
  } catch (error) {
    send({ failure: failureOf(error) })
  } finally {
    watched.end()
  }
}

/** The work runs on other threads, so this thread is free to measure. */
function watch(look: Work['look']) {
  let memoryBytes = 0
  let reportedAt = 0
  const timer = setInterval(() => {
    memoryBytes = Math.max(memoryBytes, process.memoryUsage.rss())
    if (memoryBytes > MOST_MEMORY_BYTES) return send({ failure: failureOf(new Error('Out of Memory Error')) })
    if (performance.now() - reportedAt < REPORT_EVERY_MS) return
    reportedAt = performance.now()
    const seen = look()
    if ('failure' in seen) return send(seen)
    send({ progress: { memoryBytes, ...(seen.share !== undefined && { share: seen.share }) } })
  }, LOOK_EVERY_MS)
  return { mostMemory: () => Math.max(memoryBytes, mostMemory()), end: () => clearInterval(timer) }
}

/** In bytes. If the system does not report the maximum, returns the memory in use now. */
function mostMemory(): number {
  try {
    const [, kib] = /VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))!
    return Number(kib) * 1024
  } catch {
    return process.memoryUsage.rss()
  }
}
