import { randomUUID } from 'node:crypto'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import { credentials } from '@grpc/grpc-js'
import { expect, test } from 'vitest'
import { startEventStoreDouble } from './eventstore-double.ts'

const { Options, ProposedMessage } = streams.AppendReq
const nameOf = (stream: string) => new shared.StreamIdentifier().setStreamName(Buffer.from(stream).toString('base64'))
const optionsOf = (stream: string) => new Options().setStreamIdentifier(nameOf(stream)).setNoStream(new shared.Empty())
const message = () => new ProposedMessage().setId(new shared.UUID().setString(randomUUID()))

/** Sends the beginning of an append: its stream, and one event. */
function begin(client: StreamsClient, stream: string, answered: () => void) {
  const call = client.append(answered)
  call.write(new streams.AppendReq().setOptions(optionsOf(stream)))
  call.write(new streams.AppendReq().setProposedMessage(message()))
  return call
}

/** All calls use one connection. So when this append is answered, the server also has what was sent before. */
const append = (client: StreamsClient, stream: string) =>
  new Promise<void>((resolve) => begin(client, stream, resolve).end())

test('the double stores nothing of an append that the client gives up before it has sent all events', async () => {
  const server = await startEventStoreDouble()
  const client = new StreamsClient(`127.0.0.1:${server.port}`, credentials.createInsecure())
  const cut = begin(client, 'cut', () => {})
  await append(client, 'before')
  cut.cancel()
  await append(client, 'after')
  expect(['before', 'cut', 'after'].map((stream) => server.log.visible(stream)?.length)).toEqual([1, undefined, 1])
  client.close()
  server.close()
})
