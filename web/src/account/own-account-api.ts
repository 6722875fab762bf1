import type { OpenSession, OwnData, Session, User } from '@shop/language/account/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useAct } from '../lib/act-key.ts'
import { ApiError, api } from '../lib/api.ts'
import { download } from '../lib/download.ts'
import { queryOf } from '../lib/query-of.ts'
import { useActKey } from '../lib/use-act-key.ts'
import { isSignedIn, keepUser, startSession } from '../session/own-session.ts'
import { useForgetCustomer } from './account-api.ts'
import { isSessionOver, whileSessionsEnd } from './while-sessions-end.ts'

const PASSWORD = '/api/users/me/password'
const SESSIONS = '/api/users/me/sessions'

export const ownSessions = queryOf<readonly OpenSession[]>(['own-sessions'], SESSIONS)

/** All sessions end, and this browser continues with the new session in the answer. */
export function useChangePassword() {
  const queryClient = useQueryClient()
  const { send } = useActKey()
  return useMutation({
    meta: { endsSession: true },
    mutationFn: (body: { currentPassword: string; newPassword: string }) =>
      whileSessionsEnd(async () => {
        const session = await send((idempotencyKey) => api.put<Session>(PASSWORD, { body, idempotencyKey }))
        if (isSignedIn(session.user)) startSession(session)
      }),
    onSuccess: () => queryClient.invalidateQueries(ownSessions),
  })
}

/** A new name takes effect immediately. A new email address takes effect when the customer confirms it. */
export const useEditOwnAccount = () =>
  useAct(
    (body: { name: string } | { email: string; password: string }, idempotencyKey) =>
      api.put<User>('/api/users/me', { body, idempotencyKey }),
    { onSuccess: keepUser },
  )

/**
 * If the customer is not signed in, a new address takes effect but stays unconfirmed, and a link that only confirms the current address is
 * refused.
 */
export const useConfirmEmail = () =>
  useAct(
    (token: string, idempotencyKey) => api.post<User>('/api/users/email/confirm', { body: { token }, idempotencyKey }),
    { onSuccess: keepUser },
  )

/** The list is refetched even after a refusal, because the session may have ended already. */
export function useEndSession() {
  const queryClient = useQueryClient()
  return useAct(
    (id: string, idempotencyKey) => api.delete(`${SESSIONS}/${encodeURIComponent(id)}`, { idempotencyKey }),
    { onSettled: () => queryClient.invalidateQueries(ownSessions) },
  )
}

export const useSignOutEverywhere = () =>
  useEndingAct<void>((_, idempotencyKey) => api.delete(SESSIONS, { idempotencyKey }), useForgetCustomer())

export const useDownloadOwnData = () =>
  useMutation({
    mutationFn: async () => {
      const data = await api.get<OwnData>('/api/users/me/export')
      const name = `selvedge-my-data-${data.exportedAt.slice(0, 10)}.json`
      download(name, 'application/json', JSON.stringify(data, null, 2))
      return { name, isAll: data.isAll, hasCorrespondence: data.correspondence !== undefined }
    },
  })

/** `onGone` is called before the page forgets the user (decisions C13). */
export function useDeleteAccount(onGone: () => void) {
  const forget = useForgetCustomer()
  return useEndingAct(
    (body: { password: string }, idempotencyKey) => api.delete('/api/users/me', { body, idempotencyKey }),
    () => {
      onGone()
      forget()
    },
  )
}

/** An act that ends this session. If its answer was lost, the next try is refused with 401, which means that the act is done. */
function useEndingAct<Wanted>(call: (wanted: Wanted, idempotencyKey: string) => Promise<unknown>, onDone: () => void) {
  const { send } = useActKey()
  const isAnswerLost = useRef(false)
  return useMutation({
    meta: { endsSession: true },
    mutationFn: (wanted: Wanted) =>
      whileSessionsEnd(async () => {
        try {
          await send((idempotencyKey) => call(wanted, idempotencyKey))
        } catch (error) {
          if (!isAnswerLost.current || !isSessionOver(error)) {
            isAnswerLost.current = !(error instanceof ApiError && error.isRefusal)
            throw error
          }
        }
        onDone()
      }),
  })
}
