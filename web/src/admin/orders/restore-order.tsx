import { Note } from '../../ui/note.tsx'
import { AdminButton } from '../parts/admin-button.tsx'
import { Failure } from '../parts/failure.tsx'
import { useRestoreOrder } from './admin-orders-api.ts'

/** A deleted order's page still exists for admins, and offers to restore it. */
export function RestoreOrder({ id }: { id: string }) {
  const { mutate: restore, isPending, error } = useRestoreOrder()
  return (
    <div className="mb-7">
      <Failure error={error} fallback="Failed to restore order" />
      <Note
        tone="info"
        action={
          <AdminButton busy={isPending} onClick={() => restore({ _id: id })}>
            Restore order
          </AdminButton>
        }
      >
        <p>What happened to this order is kept, and it can be brought back as it was.</p>
      </Note>
    </div>
  )
}
