import { serveTask } from '../questions/serve-task.ts'
import { type ReducerTask, reduceEvents } from './reduce-events.ts'

serveTask((task: ReducerTask) => {
  let share = 0
  const answer = reduceEvents(task, (done) => {
    share = done
  })
  return { answer, look: () => ({ share }) }
})
