import { useMutation } from '@tanstack/react-query'
import { useActKey } from '../lib/act-key.ts'
import { api } from '../lib/api.ts'
import { useSession } from '../session/session-store.ts'
import { useForgetCustomer } from './account-api.ts'
import { whileSessionsEnd } from './while-sessions-end.ts'

/** Asks for a mail with a link that sets another password; the shop answers every address alike. */
export function useForgotPassword() {
  const { send } = useActKey()
  return useMutation({
    mutationFn: (body: { email: string }) =>
      send((idempotencyKey) =>
        api.post<{ message: string }>('/api/users/password/forgotten', { body, idempotencyKey }),
      ),
  })
}

/** Sets another password by the link of a mail. All sessions end; one in this browser is signed out. */
export function useResetPassword() {
  const forget = useForgetCustomer()
  const { send } = useActKey()
  return useMutation({
    mutationFn: (body: { token: string; newPassword: string }) =>
      whileSessionsEnd(async () => {
        await send((idempotencyKey) => api.post('/api/users/password/reset', { body, idempotencyKey }))
        if (useSession.getState().user) forget()
      }),
  })
}
