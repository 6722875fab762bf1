import type { Session } from '@shop/language/account/api'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { forgetNotices } from '../cart/cart-notices.ts'
import { startAsNewGuest } from '../cart/guest-store.ts'
import { idempotencyKeyOf } from '../cart/idempotency-key.ts'
import { forgetLocalCart } from '../cart/local-cart.ts'
import { forgetWantedQuantities } from '../cart/wanted-quantities.ts'
import { useAct } from '../lib/act-key.ts'
import { api } from '../lib/api.ts'
import { lasting } from '../lib/storage.ts'
import { endSession, startSession } from '../session/own-session.ts'
import { noteTypedEmail } from './typed-email.ts'

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

/** Does not wait for the answer, because the page can be closing. */
function endSessionOnServer() {
  const token = lasting.getItem('token')
  if (!token) return
  const headers = { authorization: `Bearer ${token}` }
  fetch('/api/users/me/sessions/current', { method: 'DELETE', headers, keepalive: true }).catch(() => {})
}

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
  return () => forgetCustomer(queryClient)
}

export function forgetCustomer(queryClient: QueryClient) {
  endSession()
  forgetLocalCart()
  forgetWantedQuantities()
  forgetNotices()
  noteTypedEmail('')
  startAsNewGuest()
  // Without options, a late answer has no callback that would show it to the next user.
  for (const mutation of queryClient.getMutationCache().getAll()) mutation.setOptions({})
  queryClient.clear()
}
