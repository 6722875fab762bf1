import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Appended } from '../event-store.ts'
import type { Append } from './append.ts'
import type { Answer } from './batch-writer.ts'

type Waiting = Append & { resolve: (appended: Appended) => void; reject: (error: Error) => void }

/** Appends that arrive in one turn of the event loop, or during a sync, share the next transaction and its sync. */
export function createGroupCommit(
  store: (batch: readonly Append[]) => Promise<readonly Answer[]>,
  onCommit: () => void,
) {
  let waiting: Waiting[] = []
  let committing: Promise<void> | undefined

  async function commitAll() {
    await nextTurn()
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      const answers = await store(batch)
      for (const [index, { resolve, reject }] of batch.entries()) {
        const answer = answers[index]!
        if (answer instanceof Error) reject(answer)
        else resolve(answer)
      }
      if (answers.some((answer) => !(answer instanceof Error))) onCommit()
    }
    committing = undefined
  }

  return {
    append: (append: Append): Promise<Appended> =>
      new Promise((resolve, reject) => {
        waiting.push({ ...append, resolve, reject })
        committing ??= commitAll()
      }),
    done: async () => committing,
  }
}
