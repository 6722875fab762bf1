import { setTimeout as sleep } from 'node:timers/promises'
import type { EventStoreDBClient } from '@eventstore/db-client'
import { StoreUnavailable } from '@shop/language/errors'
import { joinedAbort } from '@shop/stores/joined-abort'
import { logFact } from '@shop/stores/logger/logger'
import { within } from '@shop/stores/time-limit'
import { isUnavailable } from './calls.ts'
import { connect } from './client.ts'
import { addressWithout, impatient } from './log-address.ts'

/** Called once for each attempt. The signal aborts when the caller no longer wants the result. */
export type Call<T> = (client: EventStoreDBClient, signal: AbortSignal) => Promise<T>

/** Ends a waiting call when its connection is replaced. The call is then repeated immediately. */
class Left extends Error {}

/**
 * Opens a connection that is replaced when its node stops answering (ADR 51).
 *
 * The client stays with a node that accepts connections but never answers. So if no attempt was answered for `silentMs`, a new client
 * replaces the current client, and waiting calls are repeated. The new client does not query the silent node for the leader.
 */
export function openConnection(connectionString: string, silentMs: number) {
  const address = impatient(connectionString)
  let current = take(address)
  let silence: NodeJS.Timeout | undefined
  let isClosed = false

  function take(from: string) {
    return { ...connect(from), left: new AbortController() }
  }

  function leave() {
    const { node, left, end } = current
    const silent = node()
    logFact('warn', 'The log did not answer for some time. A new connection is made', { node: silent ?? 'none' })
    silence = undefined
    current = take(silent === undefined ? address : addressWithout(address, silent))
    left.abort()
    end()
  }

  function noteAnswer(of: typeof current) {
    if (of !== current) return
    clearTimeout(silence)
    silence = undefined
  }

  /** An error counts as an answer of the node, unless `isUnavailable` is true for the error. */
  async function attempt<T>(timeLimitMs: number, call: Call<T>): Promise<T> {
    if (isClosed) throw new StoreUnavailable('The log is closed')
    const asked = current
    silence ??= setTimeout(leave, silentMs).unref()
    const left = Promise.withResolvers<never>()
    const stop = () => left.reject(new Left('The connection was replaced'))
    asked.left.signal.addEventListener('abort', stop, { once: true })
    try {
      const answer = await within(timeLimitMs, async (late) => {
        using over = joinedAbort(late, asked.left.signal)
        return await Promise.race([call(asked.client, over.signal), left.promise])
      })
      noteAnswer(asked)
      return answer
    } catch (error) {
      if (!isUnavailable(error)) noteAnswer(asked)
      throw error
    } finally {
      asked.left.signal.removeEventListener('abort', stop)
    }
  }

  return {
    attempt,

    trying: createTrying(attempt),

    /** For a long call, such as a subscription. `left` aborts when the client is replaced. */
    current: () => ({ client: current.client, left: current.left.signal }),

    close() {
      isClosed = true
      clearTimeout(silence)
      current.end()
    },
  }
}

type Attempt = <T>(timeLimitMs: number, call: Call<T>) => Promise<T>

/**
 * Repeats a call until the server answers. `timeLimitMs` is the time limit of each attempt. Throws StoreUnavailable if no attempt was
 * answered.
 */
const createTrying =
  (attempt: Attempt) =>
  async <T>(what: string, timeLimitMs: number, tries: number, call: Call<T>): Promise<T> => {
    const endsAt = performance.now() + timeLimitMs * tries
    for (let tried = 0; ; ) {
      try {
        return await attempt(timeLimitMs, call)
      } catch (error) {
        if (!isUnavailable(error)) throw error
        const isLeft = error instanceof Left
        if (!isLeft) tried += 1
        if (tried >= tries || performance.now() >= endsAt)
          throw new StoreUnavailable(`The log could not ${what}`, { cause: error })
        if (!isLeft) await sleep(50 + Math.random() * 100)
      }
    }
  }

export type Connection = ReturnType<typeof openConnection>
