import type { User } from '@shop/language/account/api'
import type { Role } from '@shop/language/values/role'
import { useId } from 'react'
import { CustomerLink } from '../customers/customer-link.tsx'
import { DeleteButton } from '../parts/admin-button.tsx'
import { AdminTable, type ListSort } from '../parts/admin-table.tsx'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { ConfirmedSelect } from '../parts/confirmed-select.tsx'
import { roleChoices } from './role-choices.ts'

const COLUMNS = [
  { title: 'Name', up: 'name' },
  { title: 'Email', up: 'email' },
  { title: 'Role', up: 'role' },
  { title: 'Actions', end: true },
]

type TableProps = {
  users: readonly User[]
  /** The signed-in admin, who cannot demote or delete themselves (decisions C13). */
  myId: string | undefined
  sort: ListSort
  onRole: (user: User) => void
  onDelete: (user: User) => void
}

export function UsersTable({ users, myId, sort, onRole, onDelete }: TableProps) {
  return (
    <AdminTable narrow="lines" columns={COLUMNS} sort={sort}>
      {users.map((user) => (
        <UserRow
          key={user._id}
          user={user}
          isMe={user._id === myId}
          onRole={(role) => onRole({ ...user, role })}
          onDelete={() => onDelete(user)}
        />
      ))}
    </AdminTable>
  )
}

type RowProps = { user: User; isMe: boolean; onRole: (role: Role) => void; onDelete: () => void }

function UserRow({ user, isMe, onRole, onDelete }: RowProps) {
  const { name, email } = user
  return (
    <tr>
      <td className="wrap-anywhere">
        <b className="font-[550]">
          <CustomerLink id={user._id}>{name}</CustomerLink>
        </b>
        {isMe && <span className="text-stone"> (you)</span>}
      </td>
      <td className="wrap-anywhere">{email}</td>
      <td data-second>
        <RoleChange user={user} disabled={isMe} onRole={onRole} />
      </td>
      <td data-end data-second className="whitespace-nowrap lg:pl-6!">
        {isMe ? (
          <span className="type-small inline-flex min-h-11 items-center text-stone lg:min-h-10">
            You cannot delete your own account
          </span>
        ) : (
          <DeleteButton aria-label={`Delete ${name}`} onClick={onDelete}>
            Delete
          </DeleteButton>
        )}
      </td>
    </tr>
  )
}

type ChangeProps = { user: User; disabled: boolean; onRole: (role: Role) => void }

function RoleChange({ user: { name, role }, disabled, onRole }: ChangeProps) {
  const id = useId()
  return (
    <ConfirmedSelect<Role>
      id={id}
      label={`Role of ${name}`}
      choices={roleChoices}
      value={role}
      disabled={disabled}
      ask={(to, onEnd) => (
        <ConfirmDialog
          question={questionOf(name, role, to)}
          act="Change role"
          onKeep={onEnd}
          onAct={() => {
            onRole(to)
            onEnd()
          }}
        >
          {consequences[to]}
        </ConfirmDialog>
      )}
    />
  )
}

function questionOf(name: string, from: Role, to: Role) {
  if (from === 'admin') return `Remove the admin access of ${name}?`
  return to === 'customer' ? `Remove the analysis access of ${name}?` : `Make ${name} an ${to}?`
}

const consequences: Readonly<Record<Role, string>> = {
  customer: 'They become a customer immediately, and keep their orders.',
  analyst:
    'They can immediately read everything that happened in the shop, with pseudonyms instead of names. They cannot change anything.',
  admin: 'They can immediately see and change everything here: orders, products, and who is an admin.',
}
