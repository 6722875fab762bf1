import { isDeepStrictEqual } from 'node:util'
import type { Run } from '@shop/language/analysis/runs'
import { ShopError } from '@shop/language/errors'
import { KEPT_RUNS, RUNS } from '../limits.ts'
import { type Answer, type Failure, type Question, QuestionFailed } from '../questions/question.ts'
import type { Progress } from '../questions/task.ts'
import type { Reduction } from '../reducers/reduction.ts'

export type Asked = Question | Reduction

type Options = Readonly<{
  ask: (
    asked: Asked,
    options: { id: string; callerId: string; signal: AbortSignal; onProgress: (progress: Progress) => void },
  ) => Promise<Answer>
  mostOfOne?: number
  mostOfAll?: number
  mostKeptOfOne?: number
  mostKept?: number
  keptMs?: number
  unaskedMs?: number
}>

type Kept = {
  callerId: string
  question: Asked
  run: Run
  cancelling: AbortController
  /** Cancels the run if no request for the run arrives within `unaskedMs`. */
  unasked: NodeJS.Timeout
  ended: Promise<void>
}

export type Runs = ReturnType<typeof createRuns>

/** Other callers cannot find a caller's runs. */
export function createRuns({
  ask,
  mostOfOne = RUNS.ofOne,
  mostOfAll = RUNS.ofAll,
  mostKeptOfOne = KEPT_RUNS.ofOne,
  mostKept = KEPT_RUNS.ofAll,
  keptMs = KEPT_RUNS.forMs,
  unaskedMs = RUNS.unaskedMs,
}: Options) {
  /** Ended runs come in the order in which they ended. */
  const kept = new Map<string, Kept>()

  function start(callerId: string, id: string, question: Asked): Promise<void> {
    const before = kept.get(id)
    if (before) return sameRun(before, callerId, question).ended
    refuseTooMany(kept, callerId, { mostOfOne, mostOfAll })
    const one = newRun({ callerId, id, question, unaskedMs })
    kept.set(id, one)
    one.ended = answer(one)
    return one.ended
  }

  async function answer(one: Kept) {
    const { id } = one.run
    try {
      const answer = await ask(one.question, {
        id,
        callerId: one.callerId,
        signal: one.cancelling.signal,
        onProgress: (progress) => {
          one.run = { ...one.run, progress }
        },
      })
      one.run = { id, state: 'answered', answer }
    } catch (error) {
      one.run = { id, state: 'failed', failure: failureOf(error) }
    }
    clearTimeout(one.unasked)
    kept.delete(id)
    kept.set(id, one)
    setTimeout(() => kept.get(id) === one && kept.delete(id), keptMs).unref()
    dropOldest(kept, mostKeptOfOne, ({ callerId }) => callerId === one.callerId)
    dropOldest(kept, mostKept)
  }

  const ofCaller = (callerId: string, id: string) => {
    const one = kept.get(id)
    if (!one || one.callerId !== callerId) throw new ShopError('NOT_FOUND', 'There is no such run')
    return one
  }

  return {
    /**
     * Resolves when the run has ended. A repeated call with the same id starts no second run. Throws IDEMPOTENCY_MISMATCH if the id was
     * used for another question, RATE_LIMITED or OVERLOADED for too many runs.
     */
    start,
    /** Returns the run when it has ended, or after `waitMs`. Throws NOT_FOUND. */
    async find(callerId: string, id: string, waitMs = 0): Promise<Run> {
      const one = ofCaller(callerId, id)
      if (one.run.state === 'running') one.unasked.refresh()
      if (waitMs > 0 && one.run.state === 'running') await Promise.race([one.ended, after(waitMs)])
      return one.run
    },
    /** An ended run stays as it is. Throws NOT_FOUND. */
    async cancel(callerId: string, id: string): Promise<Run> {
      const one = ofCaller(callerId, id)
      one.cancelling.abort()
      await one.ended
      return one.run
    },
    async close() {
      for (const { cancelling } of kept.values()) cancelling.abort()
      await Promise.all([...kept.values()].map(({ ended }) => ended))
    },
  }
}

type New = Readonly<{ callerId: string; id: string; question: Asked; unaskedMs: number }>

function newRun({ callerId, id, question, unaskedMs }: New): Kept {
  const cancelling = new AbortController()
  const unasked = setTimeout(() => cancelling.abort(), unaskedMs).unref()
  return { callerId, question, cancelling, unasked, run: { id, state: 'running' }, ended: Promise.resolve() }
}

type Limits = Readonly<{ mostOfOne: number; mostOfAll: number }>

function refuseTooMany(kept: ReadonlyMap<string, Kept>, callerId: string, { mostOfOne, mostOfAll }: Limits) {
  const running = [...kept.values()].filter(({ run }) => run.state === 'running')
  if (running.filter((one) => one.callerId === callerId).length >= mostOfOne)
    throw new ShopError('RATE_LIMITED', `You have ${mostOfOne} running questions. Cancel one, or wait until it ends`)
  if (running.length >= mostOfAll)
    throw new ShopError('OVERLOADED', 'Other analysts have too many running questions. Try again in a few seconds')
}

function dropOldest(kept: Map<string, Kept>, most: number, of: (one: Kept) => boolean = () => true) {
  const ended = [...kept.values()].filter((one) => one.run.state !== 'running' && of(one))
  for (const { run } of ended.slice(0, Math.max(0, ended.length - most))) kept.delete(run.id)
}

function sameRun(before: Kept, callerId: string, question: Asked): Kept {
  if (before.callerId !== callerId || !isDeepStrictEqual(before.question, question))
    throw new ShopError('IDEMPOTENCY_MISMATCH', 'This Idempotency-Key was used for another question')
  return before
}

const after = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref())

/** An unexpected error's message is not shown, because it can name the operator's folders. */
const failureOf = (error: unknown): Failure =>
  error instanceof QuestionFailed
    ? error.failure
    : { reason: 'error', message: 'The shop could not answer the question. Try again' }
