import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from './api.ts'

/** A call with an idempotency key. */
export function useAct<Answer, Wanted = void>(
  call: (wanted: Wanted, idempotencyKey: string) => Promise<Answer>,
  options?: Omit<UseMutationOptions<Answer, Error, Wanted>, 'mutationFn'>,
) {
  const [{ send }] = useState(newActKey)
  return useMutation({ ...options, mutationFn: (wanted: Wanted) => send((key) => call(wanted, key)) })
}

export function newActKey() {
  let key = crypto.randomUUID()
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
