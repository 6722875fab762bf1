import { once } from 'node:events'
import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Answer, Order } from './background-thread.ts'
import { createPrepare } from './query.ts'
import { type Statement, transact } from './transact.ts'

export interface Background {
  /** Runs transactions in the order of the calls. Returns the number of rows that the last statement changed. */
  transact(statements: readonly Statement[]): Promise<number>
  /** Resolves after earlier calls are done. Later calls are refused. */
  close(): Promise<void>
}

/** For a database in memory, which no other connection can see. */
export function inSameThread(db: DatabaseSync): Background {
  const prepare = createPrepare(db)
  return {
    async transact(statements) {
      await nextTurn()
      return transact(db, prepare, statements)
    },
    close: async () => {},
  }
}

/** The thread starts at the first call, with its own connection. */
export function inSeparateThread(file: string): Background {
  const waiting = new Map<number, PromiseWithResolvers<number>>()
  let worker: Worker | undefined
  let ended: Promise<unknown> = Promise.resolve()
  let isClosed = false
  let asked = 0

  function start() {
    const started = new Worker(new URL('./background-thread.ts', import.meta.url), { workerData: { file } })
    ended = once(started, 'exit')
    started
      .on('message', ({ id, changes = 0, error }: Answer) => {
        const one = waiting.get(id)
        waiting.delete(id)
        if (error === undefined) one?.resolve(changes)
        else one?.reject(error)
        // An idle thread must not keep the process alive.
        if (waiting.size === 0) started.unref()
      })
      .on('error', failAll)
      .on('exit', () => {
        if (worker === started) worker = undefined
        failAll(new Error('The read models’ background thread has ended'))
      })
    return started
  }

  function failAll(error: unknown) {
    for (const one of waiting.values()) one.reject(error)
    waiting.clear()
  }

  return {
    async transact(statements) {
      if (isClosed) throw new Error('The read models are closed')
      worker ??= start()
      worker.ref()
      const order: Order = { id: ++asked, statements }
      const answer = Promise.withResolvers<number>()
      waiting.set(order.id, answer)
      worker.postMessage(order)
      return answer.promise
    },

    async close() {
      isClosed = true
      worker?.ref()
      worker?.postMessage({ id: ++asked, statements: undefined } satisfies Order)
      await ended
    },
  }
}
