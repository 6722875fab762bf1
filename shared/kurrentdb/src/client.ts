import { EventStoreDBClient } from '@eventstore/db-client'
import { isUnavailable } from './calls.ts'

/**
 * `node`: the node that the client is connected to (`host:port`); undefined before the client has chosen a node. `end` also closes all
 * connections.
 */
export type NodeClient = Readonly<{
  client: EventStoreDBClient
  node: () => string | undefined
  end: () => void
}>

/** A connection of gRPC, the protocol between the client and the server. */
export type Channel = Readonly<{
  close: () => void
  getTarget: () => string
  getConnectivityState: (connect: boolean) => number
}>
type GrpcClient = Readonly<{ getChannel: () => Channel }>

/** The client's private methods that `connect` replaces, with their names in version 6.2.1 (`dist/Client/index.js`). */
type Inside = {
  supports: () => Promise<boolean>
  handleError: (client: GrpcClient, error: Error) => Promise<void>
  execute: <T>(kind: unknown, name: string, action: (client: GrpcClient) => Promise<T>) => Promise<T>
  createChannel: () => Promise<Channel>
}

const SHUT_DOWN = 4

/**
 * Creates a client that makes one call for each append (ADR 12). If the log cannot be reached, the client's unhandled
 * rejections are caught (ADR 51).
 *
 * Version 6.2.1 would send all appends over one long call if the server supported it, so `supports` always returns false. Errors of that
 * call would end the process, and its appends ignore deadlines.
 */
export function connect(connectionString: string): NodeClient {
  const client = EventStoreDBClient.connectionString(connectionString)
  const { handleError, execute, createChannel } = client as unknown as Inside
  const channels: Channel[] = []
  let isOver = false

  const inside: Inside = {
    supports: async () => false,

    // `handleError` fails when the client cannot make a new channel, and the client does not await `handleError`.
    async handleError(failed, error) {
      await handleError(failed, error).catch((cause) => {
        if (!isUnavailable(cause)) throw cause
      })
    },

    // The client does not await the promise of an append, so an append to a closed channel would cause an unhandled rejection.
    execute: (kind, name, action) =>
      execute(kind, name, async (grpc) => {
        if (grpc.getChannel().getConnectivityState(false) === SHUT_DOWN)
          throw new Error('The connection to the log was closed before the call began')
        return action(grpc)
      }),

    // The client does not close channels that it has replaced, so `end` closes them.
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
      // `dispose` is not awaited: if a read was abandoned while its answer arrived, `dispose` would wait forever.
      void client.dispose()
      for (const channel of channels) channel.close()
    },
  }
}
