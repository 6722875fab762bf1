import { readFileSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { constants, setPriority } from 'node:os'
import { failureOf } from './engine-failure.ts'
import { MOST_MEMORY_BYTES } from './limits.ts'
import type { Failure, Found, MadeFiles } from './question.ts'
import type { Told } from './task.ts'

/** How often memory is measured: a question that keeps doubling a text is stopped in time. */
const LOOK_EVERY_MS = 20
const TELL_EVERY_MS = 200

type Work = Readonly<{
  answer: Promise<Found & { made?: MadeFiles | undefined }>
  /** The share of the work that is done, from 0 to 1, if it is known; or the failure that ends the work. */
  look: () => Readonly<{ share: number | undefined } | { failure: Failure }>
}>

/**
 * Makes this process serve one task of `runChild`. It reports progress, then the answer or a failure. The parent kills the process when it
 * no longer needs it, so the process has nothing to clean up.
 */
export function serveTask<Task>(begin: (task: Task) => Work) {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  process.once('message', (task: Task) => void answer(begin(task)))
  process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
}

const tell = (told: Told) => void process.send?.(told)

async function answer({ answer, look }: Work) {
  const watched = watch(look)
  try {
    const { made, ...found } = await answer
    // Flush now, because the parent kills this process right after the answer.
    flushCompileCache()
    tell({ found, made, memoryBytes: watched.mostMemory() })
  } catch (error) {
    tell({ failure: failureOf(error) })
  } finally {
    watched.end()
  }
}

/** The work runs on other threads, so this thread can measure the memory of the process. */
function watch(look: Work['look']) {
  let memoryBytes = 0
  let toldAt = 0
  const timer = setInterval(() => {
    memoryBytes = Math.max(memoryBytes, process.memoryUsage.rss())
    if (memoryBytes > MOST_MEMORY_BYTES) return tell({ failure: failureOf(new Error('Out of Memory Error')) })
    if (performance.now() - toldAt < TELL_EVERY_MS) return
    toldAt = performance.now()
    const seen = look()
    if ('failure' in seen) return tell(seen)
    tell({ progress: { memoryBytes, ...(seen.share !== undefined && { share: seen.share }) } })
  }, LOOK_EVERY_MS)
  return { mostMemory: () => Math.max(memoryBytes, mostMemory()), end: () => clearInterval(timer) }
}

/** The peak memory of the process, also between two measurements. If the operating system reports no peak: the current memory. */
function mostMemory(): number {
  try {
    const [, kib] = /VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))!
    return Number(kib) * 1024
  } catch {
    return process.memoryUsage.rss()
  }
}
