import type { User } from '@shop/language/api/account'
import type { Role } from '@shop/language/api/role'
import { useId } from 'react'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { ConfirmedSelect } from '../parts/confirmed-select.tsx'
import { roleChoices } from './role-choices.ts'

type ChangeProps = { user: User; disabled: boolean; onRole: (role: Role) => void }

export function RoleChange({ user: { name, role }, disabled, onRole }: ChangeProps) {
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
          question={to === 'admin' ? `Make ${name} an admin?` : `Take the admin area from ${name}?`}
          act="Change role"
          onKeep={onEnd}
          onAct={() => {
            onRole(to)
            onEnd()
          }}
        >
          {to === 'admin'
            ? 'They can see and change everything here at once: orders, products, and who is an admin.'
            : 'They are a customer at once, and keep their orders.'}
        </ConfirmDialog>
      )}
    />
  )
}
