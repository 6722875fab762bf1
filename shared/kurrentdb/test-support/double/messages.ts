import shared from '@eventstore/db-client/generated/shared_pb.js'
import status from '@eventstore/db-client/generated/status_pb.js'
import type { ReadResp } from '@eventstore/db-client/generated/streams_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import any from 'google-protobuf/google/protobuf/any_pb.js'
import empty from 'google-protobuf/google/protobuf/empty_pb.js'
import { type Decision, type Expected, MAX_APPEND_BYTES, type Proposed, type Stored } from './streams.ts'

type Bytes = Uint8Array | string
type ProposedMessage = Readonly<{
  getId: () => { getString: () => string } | undefined
  getMetadataMap: () => { get: (key: string) => string | undefined }
  getData_asU8: () => Uint8Array
  getCustomMetadata_asU8: () => Uint8Array
}>

export const textOf = (bytes: Bytes | undefined) => Buffer.from((bytes ?? '') as Uint8Array).toString('utf8')
const streamId = (name: string) => new shared.StreamIdentifier().setStreamName(Buffer.from(name))

export const proposedOf = (message: ProposedMessage): Proposed => ({
  id: message.getId()?.getString() ?? '',
  type: message.getMetadataMap().get('type') ?? '',
  contentType: message.getMetadataMap().get('content-type') ?? '',
  data: Buffer.from(message.getData_asU8()),
  metadata: Buffer.from(message.getCustomMetadata_asU8()),
})

/** A tick is 100 ns, as in .NET. Here ticks are counted from 1970. */
const TICKS_PER_MS = 10_000n

export function eventMessage(event: Stored): ReadResp {
  const recorded = new streams.ReadResp.ReadEvent.RecordedEvent()
    .setId(new shared.UUID().setString(event.id))
    .setStreamIdentifier(streamId(event.stream))
    .setStreamRevision(String(event.revision))
    .setCommitPosition(String(event.position))
    .setPreparePosition(String(event.position))
    .setData(event.data)
    .setCustomMetadata(event.metadata)
  recorded
    .getMetadataMap()
    .set('type', event.type)
    .set('content-type', event.contentType)
    .set('created', String(BigInt(event.createdMs) * TICKS_PER_MS))
  const read = new streams.ReadResp.ReadEvent().setEvent(recorded).setCommitPosition(String(event.position))
  return new streams.ReadResp().setEvent(read)
}

export const notFoundMessage = (stream: string) =>
  new streams.ReadResp().setStreamNotFound(new streams.ReadResp.StreamNotFound().setStreamIdentifier(streamId(stream)))
export const confirmationMessage = (id: string) =>
  new streams.ReadResp().setConfirmation(new streams.ReadResp.SubscriptionConfirmation().setSubscriptionId(id))
export const caughtUpMessage = () => new streams.ReadResp().setCaughtUp(new streams.ReadResp.CaughtUp())
export const checkpointMessage = (position: number) =>
  new streams.ReadResp().setCheckpoint(
    new streams.ReadResp.Checkpoint().setCommitPosition(String(position)).setPreparePosition(String(position)),
  )

type Written = Extract<Decision, { kind: 'written' }>
type Conflict = Extract<Decision, { kind: 'conflict' }>

export const appendAnswer = (decision: Written | Conflict) =>
  decision.kind === 'written'
    ? new streams.AppendResp().setSuccess(appendSuccess(decision))
    : new streams.AppendResp().setWrongExpectedVersion(appendConflict(decision))

function appendSuccess({ revision, position }: Written) {
  const success = new streams.AppendResp.Success()
  if (revision < 0) success.setNoStream(new shared.Empty())
  else success.setCurrentRevision(String(revision))
  if (position === undefined) return success.setNoPosition(new shared.Empty())
  const at = new streams.AppendResp.Position().setCommitPosition(String(position)).setPreparePosition(String(position))
  return success.setPosition(at)
}

function appendConflict({ current, expected }: Conflict) {
  const conflict = new streams.AppendResp.WrongExpectedVersion()
  if (current < 0) conflict.setCurrentNoStream(new shared.Empty())
  else conflict.setCurrentRevision(String(current))
  if (expected === 'exists') return conflict.setExpectedStreamExists(new shared.Empty())
  if (expected === 'any') return conflict.setExpectedAny(new shared.Empty())
  return expected < 0
    ? conflict.setExpectedNoStream(new shared.Empty())
    : conflict.setExpectedRevision(String(expected))
}

export function batchAnswer(stream: string, decision: Decision | { kind: 'timeout' }) {
  const answer = new streams.BatchAppendResp().setStreamIdentifier(streamId(stream))
  return decision.kind === 'written'
    ? answer.setSuccess(batchSuccess(decision))
    : answer.setError(new status.Status().setDetails(detailsOf(decision)))
}

function batchSuccess({ revision, position }: Written) {
  const success = new streams.BatchAppendResp.Success()
  if (revision < 0) success.setNoStream(new empty.Empty())
  else success.setCurrentRevision(String(revision))
  if (position === undefined) return success.setNoPosition(new empty.Empty())
  const at = new shared.AllStreamPosition().setCommitPosition(String(position)).setPreparePosition(String(position))
  return success.setPosition(at)
}

function detailsOf(decision: Exclude<Decision, Written> | { kind: 'timeout' }) {
  const details = new any.Any()
  const pack = (message: { serializeBinary: () => Uint8Array }, name: string) => {
    details.pack(message.serializeBinary(), `event_store.client.${name}`)
    return details
  }
  if (decision.kind === 'timeout') return pack(new shared.Timeout(), 'Timeout')
  if (decision.kind === 'too large')
    return pack(new shared.MaximumAppendSizeExceeded().setMaxappendsize(MAX_APPEND_BYTES), 'MaximumAppendSizeExceeded')
  return pack(batchConflict(decision.current, decision.expected), 'WrongExpectedVersion')
}

function batchConflict(current: number, expected: Expected) {
  const conflict = new shared.WrongExpectedVersion()
  if (current < 0) conflict.setCurrentNoStream(new empty.Empty())
  else conflict.setCurrentStreamRevision(String(current))
  if (expected === 'exists') return conflict.setExpectedStreamExists(new empty.Empty())
  if (expected === 'any') return conflict.setExpectedAny(new empty.Empty())
  return expected < 0
    ? conflict.setExpectedNoStream(new empty.Empty())
    : conflict.setExpectedStreamPosition(String(expected))
}
