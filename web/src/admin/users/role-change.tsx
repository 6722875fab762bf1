import type { User } from '@shop/language/account/api'
import type { Role } from '@shop/language/values/role'
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
