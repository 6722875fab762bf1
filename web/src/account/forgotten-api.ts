import { useMutation } from '@tanstack/react-query'
import { useAct } from '../lib/act-key.ts'
import { api } from '../lib/api.ts'
import { useActKey } from '../lib/use-act-key.ts'
import { useSession } from '../session/session-store.ts'
import { useForgetCustomer } from './account-api.ts'
import { whileSessionsEnd } from './while-sessions-end.ts'

/** The shop's answer is the same for every address. */
export const useForgotPassword = () =>
  useAct((body: { email: string }, idempotencyKey) =>
    api.post<{ message: string }>('/api/users/password/forgotten', { body, idempotencyKey }),
  )

/** All sessions end, including a session in this browser. */
export function useResetPassword() {
  const forget = useForgetCustomer()
  const { send } = useActKey()
  return useMutation({
    meta: { endsSession: true },
    mutationFn: (body: { token: string; newPassword: string }) =>
      whileSessionsEnd(async () => {
        await send((idempotencyKey) => api.post('/api/users/password/reset', { body, idempotencyKey }))
        if (useSession.getState().user) forget()
      }),
  })
}
