import { EventStoreDBClient } from '@eventstore/db-client'
import { isUnavailable } from './calls.ts'

/** The client, the node that it talks to (`host:port`, while it has chosen one), and an end that leaves no connection open. */
export type NodeClient = Readonly<{
  client: EventStoreDBClient
  node: () => string | undefined
  end: () => void
}>

/** A connection of gRPC, which comes with the client. */
export type Channel = Readonly<{
  close: () => void
  getTarget: () => string
  getConnectivityState: (connect: boolean) => number
}>
type GrpcClient = Readonly<{ getChannel: () => Channel }>

/** What is replaced in the client, by its own names (version 6.2.1, `dist/Client/index.js`). */
type Inside = {
  supports: () => Promise<boolean>
  handleError: (client: GrpcClient, error: Error) => Promise<void>
  execute: <T>(kind: unknown, name: string, action: (client: GrpcClient) => Promise<T>) => Promise<T>
  createChannel: () => Promise<Channel>
}

const SHUT_DOWN = 4

/**
 * The client, with one call for each append (ADR 12) and a guard around each of its rejections that nobody awaits (ADR 51).
 *
 * Version 6.2.1 would send all appends over one long call and keep pending ones in one table for the whole process. When that
 * call fails, writes in its buffer reject promises that no caller holds, and an answer that comes after the table was
 * emptied throws in an event handler: both end the process. It also ignores deadlines, and the entry of a lost answer is never
 * removed. It uses the long call if the server says that it supports it: so it is told that nothing is supported.
 */
export function connect(connectionString: string): NodeClient {
  const client = EventStoreDBClient.connectionString(connectionString)
  const { handleError, execute, createChannel } = client as unknown as Inside
  const channels: Channel[] = []
  let isOver = false

  const inside: Inside = {
    supports: async () => false,

    // Nobody awaits it. It fails when the channel that the client is making cannot be made: who waits for that channel is told so.
    async handleError(failed, error) {
      await handleError(failed, error).catch((cause) => {
        if (!isUnavailable(cause)) throw cause
      })
    },

    // An append begins its call in a promise that nobody awaits. There a channel that was closed just now would throw.
    execute: (kind, name, action) =>
      execute(kind, name, async (grpc) => {
        if (grpc.getChannel().getConnectivityState(false) === SHUT_DOWN)
          throw new Error('The connection to the log was closed before the call began')
        return action(grpc)
      }),

    // The client forgets channels that it has left, and closes none at its end.
    async createChannel() {
      const channel = await createChannel()
      channels.push(channel)
      if (isOver) channel.close()
      return channel
    },
  }
  Object.assign(client, inside)

  return {
    client,
    node: () => channels.at(-1)?.getTarget().replace(/^dns:/, ''),
    end() {
      isOver = true
      // It is not waited for: of a read that was given up while its answer came, the client waits for an end that never comes.
      void client.dispose()
      for (const channel of channels) channel.close()
    },
  }
}
