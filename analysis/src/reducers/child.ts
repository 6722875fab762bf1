import { constants, setPriority } from 'node:os'
import { failureOf } from '../questions/engine-failure.ts'
import { MOST_MEMORY_BYTES } from '../questions/limits.ts'
import type { Told } from '../questions/task.ts'
import { type ReducerTask, reduceEvents } from './reduce-events.ts'

const LOOK_EVERY_MS = 20
const TELL_EVERY_MS = 200

/** A process for one rule. It is killed when it is no longer wanted. */
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
process.once('message', (task: ReducerTask) => void answer(task))
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))

const tell = (told: Told) => void process.send?.(told)

async function answer(task: ReducerTask) {
  let share = 0
  let memoryBytes = 0
  let toldAt = 0
  const timer = setInterval(() => {
    memoryBytes = Math.max(memoryBytes, process.memoryUsage.rss())
    if (memoryBytes > MOST_MEMORY_BYTES) return tell({ failure: failureOf(new Error('Out of Memory Error')) })
    if (performance.now() - toldAt < TELL_EVERY_MS) return
    toldAt = performance.now()
    tell({ progress: { memoryBytes, share } })
  }, LOOK_EVERY_MS)
  try {
    const found = await reduceEvents(task, (done) => {
      share = done
    })
    tell({ found, memoryBytes: Math.max(memoryBytes, process.memoryUsage.rss()) })
  } catch (error) {
    tell({ failure: failureOf(error) })
  } finally {
    clearInterval(timer)
  }
}
