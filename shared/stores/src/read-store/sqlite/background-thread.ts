import { parentPort, workerData } from 'node:worker_threads'
import { createPrepare } from './query.ts'
import { openReadModelsAgain } from './read-models-file.ts'
import { type Statement, transact } from './transact.ts'

/** A message without `statements` ends the thread. */
export type Order = Readonly<{ id: number; statements: readonly Statement[] | undefined }>
export type Answer = Readonly<{ id: number; changes?: number; error?: unknown }>

const db = openReadModelsAgain(workerData.file)
const prepare = createPrepare(db)

parentPort?.on('message', ({ id, statements }: Order) => {
  if (!statements) {
    db.close()
    parentPort?.close()
    return
  }
  const answer = (what: Omit<Answer, 'id'>) => parentPort?.postMessage({ id, ...what })
  try {
    answer({ changes: transact(db, prepare, statements) })
  } catch (error) {
    answer({ error })
  }
})
