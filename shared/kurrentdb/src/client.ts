import { EventStoreDBClient } from '@eventstore/db-client'
import { isUnavailable } from './calls.ts'

/**
 * The client, the node that it is connected to (`host:port`, once it has chosen one), and a function that ends it and closes all
 * connections.
 */
export type NodeClient = Readonly<{
  client: EventStoreDBClient
  node: () => string | undefined
  end: () => void
}>

/** A gRPC connection; gRPC comes with the client. */
export type Channel = Readonly<{
  close: () => void
  getTarget: () => string
  getConnectivityState: (connect: boolean) => number
}>
type GrpcClient = Readonly<{ getChannel: () => Channel }>

/** The parts of the client that are replaced, by its own names (version 6.2.1, `dist/Client/index.js`). */
type Inside = {
  supports: () => Promise<boolean>
  handleError: (client: GrpcClient, error: Error) => Promise<void>
  execute: <T>(kind: unknown, name: string, action: (client: GrpcClient) => Promise<T>) => Promise<T>
  createChannel: () => Promise<Channel>
}

const SHUT_DOWN = 4

/**
 * The client, with one call for each append (ADR 12) and a guard around each rejection that it leaves unhandled (ADR 51).
 *
 * Version 6.2.1 would send all appends over one long call and keep pending ones in one table for the whole process. When that call fails,
 * writes in its buffer reject promises that no code holds. An answer that comes after the table was emptied throws in an event handler.
 * Both end the process. The long call also ignores deadlines and never removes the entry of a lost answer. The client uses it only if the
 * server supports it, so `supports` always returns false.
 */
export function connect(connectionString: string): NodeClient {
  const client = EventStoreDBClient.connectionString(connectionString)
  const { handleError, execute, createChannel } = client as unknown as Inside
  const channels: Channel[] = []
  let isOver = false

  const inside: Inside = {
    supports: async () => false,

    // The client does not await this. It fails when the client cannot make a new channel; calls that wait for the channel get that error
    // anyway.
    async handleError(failed, error) {
      await handleError(failed, error).catch((cause) => {
        if (!isUnavailable(cause)) throw cause
      })
    },

    // The client starts an append in a promise that it does not await. A channel that was just closed would throw there.
    execute: (kind, name, action) =>
      execute(kind, name, async (grpc) => {
        if (grpc.getChannel().getConnectivityState(false) === SHUT_DOWN)
          throw new Error('The connection to the log was closed before the call began')
        return action(grpc)
      }),

    // The client forgets channels that it has replaced, and closes none when it ends.
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
      // Not awaited: if a read was abandoned while its answer arrived, the client would wait for an end that never comes.
      void client.dispose()
      for (const channel of channels) channel.close()
    },
  }
}
