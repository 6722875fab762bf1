import { parseArgs } from 'node:util'
import { status } from '@grpc/grpc-js'
import { type Faults, grpcError, noFaults } from './double/faults.ts'
import { createLog } from './double/log.ts'
import { serve } from './double/serve.ts'
import { createSubscriptions } from './double/subscriptions.ts'

export type EventStoreDouble = Awaited<ReturnType<typeof startEventStoreDouble>>

/** A small server that speaks EventStoreDB's protocol, for tests with the real client. With a folder, its log survives a kill. */
export async function startEventStoreDouble({ port = 0, folder }: { port?: number; folder?: string } = {}) {
  const faults = noFaults()
  const log = createLog(folder)
  const subscriptions = createSubscriptions(log, faults)
  const members = () => [{ id: crypto.randomUUID(), port: server.port, state: 'leader', isAlive: true } as const]
  const server = await serve({ log, faults, subscriptions, members, port })

  return {
    port: server.port,
    url: `esdb://127.0.0.1:${server.port}?tls=false`,
    faults,
    log,
    subscriptionCount: subscriptions.count,
    tooSlowCount: subscriptions.tooSlow,
    setFaults(changed: Partial<Faults>) {
      Object.assign(faults, changed)
      if (!faults.hung) subscriptions.resume()
    },
    /** Ends every subscription, as the server does when a consumer is too slow or when the server shuts down. */
    dropSubscriptions: (reason: 'too slow' | 'unavailable' = 'too slow') =>
      subscriptions.drop(
        reason === 'too slow' ? undefined : grpcError(status.UNAVAILABLE, 'The server is shutting down'),
      ),
    close() {
      server.close()
      log.close()
    },
  }
}

export type Order = Readonly<{ faults?: Partial<Faults>; drop?: 'too slow' | 'unavailable' }>

/** Run as a program, this file prints the double's URL in one line, and follows each `Order` that its parent sends over the IPC channel. */
if (import.meta.main) {
  const { values } = parseArgs({ options: { port: { type: 'string' }, data: { type: 'string' } } })
  const double = await startEventStoreDouble({
    port: Number(values.port ?? 0),
    ...(values.data !== undefined && { folder: values.data }),
  })
  process.stdout.write(`${double.url}\n`)
  process.on('message', ({ faults, drop }: Order) => {
    if (faults) double.setFaults(faults)
    if (drop) double.dropSubscriptions(drop)
  })
  // The process ends with its parent, so that an interrupted test run leaves no process behind.
  for (const end of ['SIGTERM', 'disconnect'])
    process.once(end, () => {
      double.close()
      process.exit(0)
    })
}
