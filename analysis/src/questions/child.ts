import { readdirSync, readFileSync, statSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { freeBytes } from '@shop/server/free-bytes'
import { answerQuestion } from './answer-question.ts'
import { DISK_FULL, failureOf, tooLarge } from './engine-failure.ts'
import { MOST_MEMORY_BYTES } from './limits.ts'
import type { Task, Told } from './task.ts'

/** Often enough that a text which doubles itself is stopped in time. */
const LOOK_EVERY_MS = 20
const TELL_EVERY_MS = 200

/** A process for one question. It is killed when it is no longer wanted: it has nothing to tidy up. */
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
process.once('message', (task: Task) => void answer(task))
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))

let memoryBytes = 0
const tell = (told: Told) => void process.send?.(told)

async function answer(task: Task) {
  let engine: DuckDBConnection | undefined
  let written: number | undefined
  const stop = watch(task, shareDone)
  try {
    const { made, ...found } = await answerQuestion(
      task,
      (opened) => {
        engine = opened
      },
      (share) => {
        written = share
      },
    )
    // It is killed as soon as it has answered.
    flushCompileCache()
    tell({ found, made, memoryBytes: Math.max(memoryBytes, mostMemory()) })
  } catch (error) {
    tell({ failure: failureOf(error) })
  } finally {
    stop()
  }

  /** Undefined where the engine cannot tell. To put rows into files is half of the work. */
  function shareDone() {
    if (written !== undefined) return 0.5 + written / 2
    const percentage = engine?.progress.percentage ?? -1
    return percentage < 0 ? undefined : (percentage / 100) * (task.files ? 0.5 : 1)
  }
}

/** The engine works on a thread of its own, so that this one can look what it takes. */
function watch({ files }: Task, shareDone: () => number | undefined) {
  let toldAt = 0
  const timer = setInterval(() => {
    memoryBytes = Math.max(memoryBytes, process.memoryUsage.rss())
    if (memoryBytes > MOST_MEMORY_BYTES) return tell({ failure: failureOf(new Error('Out of Memory Error')) })
    if (performance.now() - toldAt < TELL_EVERY_MS) return
    toldAt = performance.now()
    if (files && freeBytes(files.place) < files.leastFree) return tell({ failure: DISK_FULL })
    if (files && sizeOf(files.place) > files.mostBytes) return tell({ failure: tooLarge(files.mostBytes) })
    const share = shareDone()
    tell({ progress: { memoryBytes, ...(share !== undefined && { share }) } })
  }, LOOK_EVERY_MS)
  return () => clearInterval(timer)
}

/** The most it has had at any moment, also between two looks; what it has now where the operating system does not say. */
function mostMemory(): number {
  try {
    const [, kib] = /VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))!
    return Number(kib) * 1024
  } catch {
    return process.memoryUsage.rss()
  }
}

/** A file may be removed meanwhile. */
const sizeOf = (folder: string) =>
  readdirSync(folder).reduce(
    (sum, name) => sum + (statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0),
    0,
  )
