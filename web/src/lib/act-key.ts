import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from './api.ts'

/** A mutation whose calls have an act key. */
export function useAct<Answer, Wanted = void>(
  call: (wanted: Wanted, idempotencyKey: string) => Promise<Answer>,
  options?: Omit<UseMutationOptions<Answer, Error, Wanted>, 'mutationFn'>,
  firstKey?: string,
) {
  const [{ send }] = useState(() => newActKey(firstKey))
  return useMutation({ ...options, mutationFn: (wanted: Wanted) => send((key) => call(wanted, key)) })
}

/**
 * The idempotency key of one form or button. The key changes only after a success or a final refusal. After any other failure the retry
 * sends the same key, so the act happens once.
 */
export function newActKey(key: string = crypto.randomUUID()) {
  const answered = () => {
    key = crypto.randomUUID()
  }
  return {
    send: async <Answer>(call: (idempotencyKey: string) => Promise<Answer>): Promise<Answer> => {
      try {
        const answer = await call(key)
        answered()
        return answer
      } catch (error) {
        if (error instanceof ApiError && error.isRefusal) answered()
        throw error
      }
    },
  }
}
