import type { Session } from '@shop/language/account/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { startAsNewGuest } from '../cart/guest-store.ts'
import { idempotencyKeyOf } from '../cart/idempotency-key.ts'
import { forgetLocalCart } from '../cart/local-cart.ts'
import { forgetWantedQuantities } from '../cart/wanted-quantities.ts'
import { useAct } from '../lib/act-key.ts'
import { api, endSessionOnServer } from '../lib/api.ts'
import { endSession, startSession } from '../session/session-store.ts'

export const useLogin = () =>
  useMutation({
    mutationFn: (credentials: { email: string; password: string }) =>
      api.post<Session>('/api/users/login', { body: credentials, idempotencyKey: idempotencyKeyOf(credentials) }),
    onSuccess: startSession,
  })

export const useRegister = () =>
  useAct(
    (body: { name: string; email: string; password: string }, idempotencyKey) =>
      api.post<Session>('/api/users/register', { body, idempotencyKey }),
    { onSuccess: startSession },
  )

/** The account's cart stays on the server (decisions C7). */
export function useLogout() {
  const forget = useForgetCustomer()
  return () => {
    endSessionOnServer()
    forget()
  }
}

export function useForgetCustomer() {
  const queryClient = useQueryClient()
  return () => {
    endSession()
    forgetLocalCart()
    forgetWantedQuantities()
    startAsNewGuest()
    queryClient.clear()
  }
}
