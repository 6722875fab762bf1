import { parseArgs } from 'node:util'
import { ServerFeaturesService } from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js'
import type { SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb.js'
import features from '@eventstore/db-client/generated/serverfeatures_pb.js'
import type { Empty } from '@eventstore/db-client/generated/shared_pb.js'
import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js'
import { type handleUnaryCall, Server, ServerCredentials, status } from '@grpc/grpc-js'
import { appendCalls } from './double/appends.ts'
import { admit, type Faults, grpcError, noFaults } from './double/faults.ts'
import { createLog } from './double/log.ts'
import { readCall } from './double/reads.ts'
import { createSubscriptions } from './double/subscriptions.ts'

/** The limit of calls on one connection, like the real server's. */
const CALLS_AT_ONCE = 100

export type EventStoreDouble = Awaited<ReturnType<typeof startEventStoreDouble>>

/**
 * A small server with EventStoreDB's protocol, for tests with the real client. With a folder its log survives
 * a kill; without one it is in memory. `faults` may be changed at any moment.
 */
export async function startEventStoreDouble({ port = 0, folder }: { port?: number; folder?: string } = {}) {
  const faults = noFaults()
  const log = createLog(folder)
  const subscriptions = createSubscriptions(log, faults)
  const server = new Server({ 'grpc.max_concurrent_streams': CALLS_AT_ONCE })
  server.addService(StreamsService, { ...appendCalls(log, faults), read: readCall(log, faults, subscriptions) })
  server.addService(ServerFeaturesService, { getSupportedMethods: supportedMethods(faults) })
  const bound = await new Promise<number>((resolve, reject) =>
    server.bindAsync(`127.0.0.1:${port}`, ServerCredentials.createInsecure(), (error, port) =>
      error ? reject(error) : resolve(port),
    ),
  )

  return {
    port: bound,
    url: `esdb://127.0.0.1:${bound}?tls=false`,
    faults,
    log,
    subscriptionCount: subscriptions.count,
    tooSlowCount: subscriptions.tooSlow,
    setFaults(changed: Partial<Faults>) {
      Object.assign(faults, changed)
      if (!faults.hung) subscriptions.resume()
    },
    /** Ends every subscription as the server does with a slow consumer, or as one that goes away. */
    dropSubscriptions: (reason: 'too slow' | 'unavailable' = 'too slow') =>
      subscriptions.drop(
        reason === 'too slow' ? undefined : grpcError(status.UNAVAILABLE, 'The server is shutting down'),
      ),
    close() {
      server.forceShutdown()
      log.close()
    },
  }
}

/** The client requests these first: if BatchAppend is among them, it appends over one long call. */
const supportedMethods =
  (faults: Faults): handleUnaryCall<Empty, SupportedMethods> =>
  async (_call, answer) => {
    try {
      await admit(faults)
      const methods = ['read', 'append', 'delete', 'batchappend'].map((name) =>
        new features.SupportedMethod().setServiceName('event_store.client.streams.streams').setMethodName(name),
      )
      answer(null, new features.SupportedMethods().setMethodsList(methods).setEventStoreServerVersion('23.10.8'))
    } catch (error) {
      answer(error as Error)
    }
  }

/** What a process that runs the double can be told over its IPC channel. */
export type Order = Readonly<{ faults?: Partial<Faults>; drop?: 'too slow' | 'unavailable' }>

/** As a process: prints its address in one line, takes orders from its parent over the IPC channel. */
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
  // Ends with its parent, so that a test run that is cut off leaves no process.
  for (const end of ['SIGTERM', 'disconnect'])
    process.once(end, () => {
      double.close()
      process.exit(0)
    })
}
