import { logFact } from '@shop/stores/logger/logger'
import { BrokenCircuitError, ConsecutiveBreaker, circuitBreaker, handleWhen } from 'cockatiel'
import type { Unknown } from './payment-provider.ts'
import type { ProviderCall } from './provider-answers.ts'

/** The limit includes the request for the token. */
const LIMIT_MS = 5_000
const MONEY_LIMIT_MS = 20_000
const movesMoney = (call: ProviderCall) => call === 'capture' || call === 'refund'

const BREAKER = { failuresToOpen: 5, pauseMs: 10_000 }

/** A late capture or refund does not count as a failed connection. Every failure is returned as an unknown outcome. */
export function createPaypalGuard() {
  const breaker = circuitBreaker(handleWhen(isConnectionFailure), {
    halfOpenAfter: BREAKER.pauseMs,
    breaker: new ConsecutiveBreaker(BREAKER.failuresToOpen),
  })

  return async function guard<Outcome extends Readonly<{ is: string }>>(
    call: ProviderCall,
    act: (signal: AbortSignal) => Promise<Outcome | Unknown>,
  ): Promise<Outcome | Unknown> {
    const unknown = (cause: unknown): Unknown => {
      if (!(cause instanceof BrokenCircuitError))
        logFact('warn', 'A call to PayPal failed', { call, cause: reasonOf(cause) })
      return {
        is: 'unknown',
        cause: new Error('PayPal was not called, did not answer, or gave an answer that is not valid', { cause }),
      }
    }
    const inTime = () =>
      movesMoney(call)
        ? act(AbortSignal.timeout(MONEY_LIMIT_MS)).catch((error) =>
            isLate(error) ? unknown(error) : Promise.reject(error),
          )
        : act(AbortSignal.timeout(LIMIT_MS))
    return breaker.execute(inTime).catch(unknown)
  }
}

const isLate = (error: unknown) => error instanceof Error && error.name === 'TimeoutError'

/** `fetch` rejects with a TypeError if it gets no answer. */
const isConnectionFailure = (error: unknown) =>
  isLate(error) || (error instanceof TypeError && error.message === 'fetch failed')

const reasonOf = (error: unknown): string =>
  error instanceof Error ? [error.message, ...(error.cause ? [reasonOf(error.cause)] : [])].join(': ') : String(error)
