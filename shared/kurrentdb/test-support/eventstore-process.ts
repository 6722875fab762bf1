import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { Order } from './eventstore-double.ts'

export type EventStoreProcess = Awaited<ReturnType<typeof startEventStoreProcess>>

/** Runs the double of the log's server in its own process. */
export async function startEventStoreProcess({ folder, port = 0 }: { folder: string; port?: number }) {
  const child = fork(new URL('eventstore-double.ts', import.meta.url), ['--port', String(port), '--data', folder], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    execArgv: [],
  })
  const [line] = await Promise.race([
    once(child.stdout!, 'data'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`The double has ended with ${code}`))),
  ])
  const url = String(line).trim()
  return {
    url,
    port: Number(new URL(url).port),
    order: (order: Order) => void child.send(order),
    signal: (signal: NodeJS.Signals) => void child.kill(signal),
    async end(signal: NodeJS.Signals = 'SIGTERM') {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill(signal)
      await ended
    },
  }
}
