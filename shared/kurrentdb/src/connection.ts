import { setTimeout as sleep } from 'node:timers/promises'
import type { EventStoreDBClient } from '@eventstore/db-client'
import { StoreUnavailable } from '@shop/language/errors'
import { logFact } from '@shop/logger/logger'
import { joinedAbort } from '@shop/stores/joined-abort'
import { within } from '@shop/stores/time-limit'
import { isUnavailable } from './calls.ts'
import { connect } from './client.ts'
import { addressWithout, impatient } from './log-address.ts'

/** A call to the log, made anew for each attempt. The signal tells it that nobody waits for it any longer. */
export type Call<T> = (client: EventStoreDBClient, signal: AbortSignal) => Promise<T>

/** The connection was left while the call waited: another one is there, so the call is repeated at once. */
class Left extends Error {}

/**
 * The adapter's own judgement of the node that it talks to (ADR 51).
 *
 * The client looks for another node when a connection ends, or when a node says who leads. It does not when a node hangs: one that
 * accepts connections and never answers, as a stopped process does, is waited for as long as it hangs, though the others have
 * elected another leader. So the time is taken from the first attempt that was not answered. When `silentMs` later
 * none was answered, whatever happened to them, the client is left: another one is made, which does not ask that node who leads, and
 * what waits is repeated on it. If the others do not answer either, the next client asks all of them again.
 *
 * An answer is a result or a refusal. It counts for the client that was asked: a late one tells nothing about the next client.
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
    logFact('warn', 'The log has not answered for a while, another connection is made', { node: silent ?? 'none' })
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

  /** Makes one attempt. It has no answer when it throws what `isUnavailable` knows. */
  async function attempt<T>(timeLimitMs: number, call: Call<T>): Promise<T> {
    if (isClosed) throw new StoreUnavailable('The log is closed')
    const asked = current
    silence ??= setTimeout(leave, silentMs).unref()
    const left = Promise.withResolvers<never>()
    const stop = () => left.reject(new Left('The connection was left'))
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

    /** The client for a call that lasts, and the signal that it is left. */
    current: () => ({ client: current.client, left: current.left.signal }),

    close() {
      isClosed = true
      clearTimeout(silence)
      current.end()
    },
  }
}

type Attempt = <T>(timeLimitMs: number, call: Call<T>) => Promise<T>

/** Repeats a call until it is answered, each attempt within the limit; throws StoreUnavailable when none was. */
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
