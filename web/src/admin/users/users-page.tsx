import type { User } from '@shop/language/account/api'
import { useState } from 'react'
import { ApiError } from '../../lib/api.ts'
import { useSession } from '../../session/session-store.ts'
import { DoneNote } from '../../ui/done-note.tsx'
import { AdminFailure } from '../parts/admin-failure.tsx'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { ListBody } from '../parts/list-body.tsx'
import { ListTools } from '../parts/list-tools.tsx'
import { OrderLink } from '../parts/order-link.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { useAdminList } from '../parts/use-admin-list.ts'
import { AddUserForm } from './add-user-form.tsx'
import { EraseAddress } from './erase-address.tsx'
import { useChangeRole, useDeleteUser } from './users-api.ts'
import { UsersTable } from './users-table.tsx'

const sorts = [
  { value: '', label: 'Newest' },
  { value: 'name', label: 'Name' },
  { value: 'email', label: 'Email' },
  { value: 'role', label: 'Role' },
]

export function UsersPage() {
  const myId = useSession(({ user }) => user?._id)
  const list = useAdminList<User>('users')
  const [asked, setAsked] = useState<User>()
  const changeRole = useChangeRole()
  const remove = useDeleteUser()
  const deleted = remove.isSuccess ? remove.variables : undefined

  const users = list.items.map((user) =>
    changeRole.isPending && changeRole.variables._id === user._id ? changeRole.variables : user,
  )

  return (
    <>
      <PageHead title="User Management" />
      <AddUserForm />
      <AdminFailure error={changeRole.error} fallback="Failed to update user" />
      <AdminFailure error={remove.error} fallback="Failed to delete user">
        <OrdersOf refusal={remove.error} />
      </AdminFailure>
      {deleted && <DoneNote key={deleted._id}>{`${deleted.name} deleted.`}</DoneNote>}
      <ListTools list={list} label="Search name or email" sorts={sorts} headsFrom="lg" />
      <ListBody list={list} failure="Failed to fetch users" empty="There are no users.">
        <UsersTable
          users={users}
          myId={myId}
          sort={list}
          onRole={(user) => changeRole.mutate(user)}
          onDelete={setAsked}
        />
      </ListBody>
      <EraseAddress />
      {asked && (
        <ConfirmDialog
          question="Are you sure you want to delete this user?"
          onKeep={() => setAsked(undefined)}
          onAct={() => {
            remove.mutate(asked)
            setAsked(undefined)
          }}
        >
          The orders of {asked.name} stay, and show N/A instead of the name. This cannot be undone.
        </ConfirmDialog>
      )}
    </>
  )
}

function OrdersOf({ refusal }: { refusal: Error | null }) {
  const { orders = [] } = refusal instanceof ApiError ? refusal.body : {}
  if (orders.length === 0) return null
  return (
    <ul aria-label="Their orders" className="mt-1.5 flex flex-wrap gap-x-4">
      {orders.map((id) => (
        <li key={id} className="inline-flex min-h-11 items-center lg:min-h-8">
          <OrderLink id={id} />
        </li>
      ))}
    </ul>
  )
}
