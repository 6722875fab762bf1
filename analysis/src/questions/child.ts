import { constants, setPriority } from 'node:os'
import type { DuckDBConnection } from '@duckdb/node-api'
import { answerQuestion } from './answer-question.ts'
import { failureOf } from './engine-failure.ts'
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
  const stop = watch(() => engine)
  let engine: DuckDBConnection | undefined
  try {
    const found = await answerQuestion(task, (opened) => {
      engine = opened
    })
    tell({ found, memoryBytes })
  } catch (error) {
    tell({ failure: failureOf(error) })
  } finally {
    stop()
  }
}

/** The engine works on a thread of its own, so that this one can look what it takes. */
function watch(engine: () => DuckDBConnection | undefined) {
  let toldAt = 0
  const timer = setInterval(() => {
    memoryBytes = Math.max(memoryBytes, process.memoryUsage.rss())
    if (memoryBytes > MOST_MEMORY_BYTES) return tell({ failure: failureOf(new Error('Out of Memory Error')) })
    if (performance.now() - toldAt < TELL_EVERY_MS) return
    toldAt = performance.now()
    const percentage = engine()?.progress.percentage ?? -1
    tell({ progress: { memoryBytes, ...(percentage >= 0 && { share: percentage / 100 }) } })
  }, LOOK_EVERY_MS)
  return () => clearInterval(timer)
}
