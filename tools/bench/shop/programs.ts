import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** Starts a file of this folder as a process. */
export function program(name: string, ...args: readonly string[]): ChildProcess {
  return fork(join(import.meta.dirname, name), args, { execArgv: [] })
}

/** Sends an order to a program, and waits for its answer. */
export async function instruct<Said>(child: ChildProcess, order: object): Promise<Said> {
  const over = new AbortController()
  const ended = once(child, 'exit', over).then(([code]) =>
    Promise.reject(new Error(`A program of the bench ended with ${code}`)),
  )
  child.send(order)
  try {
    const [said] = (await Promise.race([once(child, 'message', over), ended])) as [Said]
    return said
  } finally {
    over.abort()
  }
}
