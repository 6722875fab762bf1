import { GossipService } from '@eventstore/db-client/generated/gossip_grpc_pb.js'
import { ServerFeaturesService } from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js'
import type { SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb.js'
import features from '@eventstore/db-client/generated/serverfeatures_pb.js'
import type { Empty } from '@eventstore/db-client/generated/shared_pb.js'
import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js'
import { type handleUnaryCall, Server, ServerCredentials } from '@grpc/grpc-js'
import { appendCalls } from './appends.ts'
import { admit, type Faults } from './faults.ts'
import { gossipRead, type Member } from './gossip.ts'
import type { Log } from './log.ts'
import { readCall } from './reads.ts'
import type { Subscriptions } from './subscriptions.ts'

/** How many calls may run on one connection, as on the real server. */
const CALLS_AT_ONCE = 100

type Served = Readonly<{
  log: Log
  faults: Faults
  subscriptions: Subscriptions
  members: () => readonly Member[]
  port?: number
}>

export async function serve({ log, faults, subscriptions, members, port = 0 }: Served) {
  const server = new Server({ 'grpc.max_concurrent_streams': CALLS_AT_ONCE })
  server.addService(StreamsService, { ...appendCalls(log, faults), read: readCall(log, faults, subscriptions) })
  server.addService(ServerFeaturesService, { getSupportedMethods: supportedMethods(faults) })
  server.addService(GossipService, { read: gossipRead(members) })
  const bound = await new Promise<number>((resolve, reject) =>
    server.bindAsync(`127.0.0.1:${port}`, ServerCredentials.createInsecure(), (error, port) =>
      error ? reject(error) : resolve(port),
    ),
  )
  return {
    port: bound,
    close: () => server.forceShutdown(),
    /** Accepts no more calls, and resolves when the running calls have ended. */
    finish: () => new Promise<unknown>((resolve) => server.tryShutdown(resolve)),
  }
}

/** The client first requests the names of these methods. With `batchappend`, the client sends all appends over one long call. */
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
