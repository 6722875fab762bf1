import type { Customer } from '@shop/language/customer/api'
import { useState } from 'react'
import { DoneNote } from '../../ui/done-note.tsx'
import { AdminButton } from '../parts/admin-button.tsx'
import { AdminFailure } from '../parts/admin-failure.tsx'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { useEndSessions } from './customers-api.ts'

export function EndSessions({ customer: { _id, name } }: { customer: Customer }) {
  const [isAsking, setAsking] = useState(false)
  const { mutate: end, isPending, isSuccess, error } = useEndSessions(_id)
  return (
    <div className="mt-4 grid justify-items-start gap-2">
      <AdminButton variant="outline" busy={isPending} onClick={() => setAsking(true)}>
        Sign out everywhere
      </AdminButton>
      <AdminFailure error={error} fallback="Failed to sign the customer out" />
      {isSuccess && <DoneNote>Signed out on every device.</DoneNote>}
      {isAsking && (
        <ConfirmDialog
          question={`Sign ${name} out everywhere?`}
          act="Sign out"
          onKeep={() => setAsking(false)}
          onAct={() => end()}
        >
          The customer has to sign in again on every device. The cart and the orders stay.
        </ConfirmDialog>
      )}
    </div>
  )
}
