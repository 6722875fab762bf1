import { setImmediate } from 'node:timers/promises'
import type {
  AppendReq,
  AppendResp,
  BatchAppendReq,
  BatchAppendResp,
  DeleteReq,
  DeleteResp,
} from '@eventstore/db-client/generated/streams_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import {
  type handleBidiStreamingCall,
  type handleClientStreamingCall,
  type handleUnaryCall,
  type ServerDuplexStream,
  type ServerReadableStream,
  status,
} from '@grpc/grpc-js'
import { admit, type Faults, grpcError, mayAnswer, withMetadata } from './faults.ts'
import type { Log } from './log.ts'
import { appendAnswer, batchAnswer, proposedOf, textOf } from './messages.ts'
import { type Decision, type Expected, MAX_APPEND_BYTES, type Proposed } from './streams.ts'

type Batch = { options: BatchAppendReq.Options; proposed: Proposed[] }

/** Answers the calls Append, BatchAppend and Delete from a log. */
export function appendCalls(log: Log, faults: Faults) {
  async function decide(stream: string, expected: Expected, proposed: readonly Proposed[]): Promise<Decision> {
    const decision = await log.append(stream, expected, proposed)
    return decision.kind === 'written' && faults.withoutPositions ? { ...decision, position: undefined } : decision
  }

  const append: handleClientStreamingCall<AppendReq, AppendResp> = (call, answer) => {
    let options: AppendReq.Options | undefined
    const proposed: Proposed[] = []
    call.on('data', (request: AppendReq) => {
      options ??= request.getOptions()
      const message = request.getProposedMessage()
      if (message) proposed.push(proposedOf(message))
    })
    call.on('end', async () => {
      try {
        if (await wasCut(call)) return
        await admit(faults, call)
        const stream = textOf(options?.getStreamIdentifier()?.getStreamName_asU8())
        const decision = await decide(stream, expectedOf(options, options?.getRevision()), proposed)
        if (!(await mayAnswer(faults))) return
        if (decision.kind === 'too large') answer(tooLarge())
        else answer(null, appendAnswer(decision))
      } catch (error) {
        answer(error as Error)
      }
    })
  }

  /** One call for all appends of a client. Answers have the correlation id of their append, and may come in any order. */
  const batchAppend: handleBidiStreamingCall<BatchAppendReq, BatchAppendResp> = (call) => {
    const batches = new Map<string, Batch>()
    call.on('data', (request: BatchAppendReq) => {
      const id = request.getCorrelationId()?.getString() ?? ''
      const batch = batches.get(id) ?? { options: request.getOptions()!, proposed: [] }
      batches.set(id, batch)
      batch.proposed.push(...request.getProposedMessagesList().map(proposedOf))
      if (!request.getIsFinal()) return
      batches.delete(id)
      void answerBatch(call, request, batch)
    })
    call.on('end', () => call.end())
  }

  async function answerBatch(
    call: ServerDuplexStream<BatchAppendReq, BatchAppendResp>,
    request: BatchAppendReq,
    { options, proposed }: Batch,
  ) {
    try {
      if (faults.hung || faults.refusing) await admit(faults)
      const stream = textOf(options.getStreamIdentifier()?.getStreamName_asU8())
      const isLate = (options.getDeadline()?.toDate().getTime() ?? Number.POSITIVE_INFINITY) <= Date.now()
      const decision = isLate
        ? ({ kind: 'timeout' } as const)
        : await decide(stream, expectedOf(options, options.getStreamPosition()), proposed)
      if (await mayAnswer(faults))
        call.write(batchAnswer(stream, decision).setCorrelationId(request.getCorrelationId()))
    } catch (error) {
      call.emit('error', error)
    }
  }

  const remove: handleUnaryCall<DeleteReq, DeleteResp> = async ({ request }, answer) => {
    try {
      await admit(faults)
      const options = request.getOptions()
      const stream = textOf(options?.getStreamIdentifier()?.getStreamName_asU8())
      const decision = await log.softDelete(stream, expectedOf(options, options?.getRevision()))
      if (decision.kind !== 'written') return answer(conflict(stream, decision))
      const at = String(decision.position ?? 0)
      const position = new streams.DeleteResp.Position().setCommitPosition(at).setPreparePosition(at)
      answer(null, new streams.DeleteResp().setPosition(position))
    } catch (error) {
      answer(error as Error)
    }
  }

  return { append, batchAppend, delete: remove }
}

/** Whether the call was cancelled or timed out before the client had sent everything. */
async function wasCut(call: ServerReadableStream<AppendReq, AppendResp>): Promise<boolean> {
  // A cut call emits `end` before `cancelled` is set.
  await setImmediate()
  return call.cancelled || Number(call.getDeadline()) <= Date.now()
}

type Options = Readonly<{ hasAny: () => boolean; hasStreamExists: () => boolean; hasNoStream: () => boolean }>

function expectedOf(options: Options | undefined, revision: string | undefined): Expected {
  if (!options || options.hasAny()) return 'any'
  if (options.hasStreamExists()) return 'exists'
  return options.hasNoStream() ? -1 : Number(revision)
}

const tooLarge = () =>
  withMetadata(grpcError(status.INVALID_ARGUMENT, 'Maximum Append Size Exceeded'), {
    exception: 'maximum-append-size-exceeded',
    'maximum-append-size': String(MAX_APPEND_BYTES),
  })

const conflict = (stream: string, decision: { kind: string; current?: number; expected?: Expected }) =>
  withMetadata(grpcError(status.FAILED_PRECONDITION, `Append failed due to WrongExpectedVersion. Stream: ${stream}`), {
    exception: 'wrong-expected-version',
    'stream-name': stream,
    'expected-version': String(decision.expected),
    'actual-version': String(decision.current),
  })
