import type { ContactBody } from '@shop/language/correspondence/api'
import { useState } from 'react'
import { useAct } from '../lib/act-key.ts'
import { ApiError, api } from '../lib/api.ts'
import { MESSAGE_KEY } from '../lib/customers-traces.ts'
import { ofTab } from '../lib/storage.ts'

type Sent = Readonly<{ body: ContactBody; idempotencyKey: string }>

const unansweredMessage = () => JSON.parse(ofTab.getItem(MESSAGE_KEY) ?? 'null') as Sent | null

/** `unanswered`: the message whose answer this tab did not get. It keeps its key, so that the shop gets it once even after a reload. */
export function useContact() {
  const [unanswered, setUnanswered] = useState(unansweredMessage)
  const act = useAct(
    (body: ContactBody, idempotencyKey) => {
      ofTab.setItem(MESSAGE_KEY, JSON.stringify({ body, idempotencyKey }))
      return api.post<{ message: string }>('/api/contact', { body, idempotencyKey })
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
