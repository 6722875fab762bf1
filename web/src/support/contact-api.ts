import type { ContactBody } from '@shop/language/correspondence/api'
import { useState } from 'react'
import { useAct } from '../lib/act-key.ts'
import { ApiError, api } from '../lib/api.ts'
import { MESSAGE_KEY } from '../lib/customers-traces.ts'
import { ofTab } from '../lib/storage.ts'
import { useSession } from '../session/session-store.ts'

type Sent = Readonly<{ body: ContactBody; idempotencyKey: string; isOfGuest: boolean }>

const unansweredMessage = () => JSON.parse(ofTab.getItem(MESSAGE_KEY) ?? 'null') as Sent | null

/** `unanswered`: the message whose answer this tab did not get. It keeps its key, so that the shop gets it once even after a reload. */
export function useContact() {
  const [unanswered, setUnanswered] = useState(unansweredMessage)
  const act = useAct(
    (body: ContactBody, idempotencyKey) => {
      // The shop recognizes a repeat only if it has the same caller, so a guest who has signed in repeats the message as a guest.
      const isOfGuest = unansweredMessage()?.isOfGuest ?? useSession.getState().user === null
      ofTab.setItem(MESSAGE_KEY, JSON.stringify({ body, idempotencyKey, isOfGuest }))
      const headers = isOfGuest ? { authorization: '' } : {}
      return api.post<{ message: string }>('/api/contact', { body, idempotencyKey, headers })
    },
    {
      onSettled: (_, error) => {
        if (!error || (error instanceof ApiError && error.isRefusal)) ofTab.removeItem(MESSAGE_KEY)
      },
    },
    unanswered?.idempotencyKey,
  )
  return { ...act, unanswered: unanswered?.body, forget: () => setUnanswered(null) }
}
