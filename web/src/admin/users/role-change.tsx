import type { User } from '@shop/language/api/account'
import type { Role } from '@shop/language/api/role'
import { useId, useState } from 'react'
import { AdminButton } from '../parts/admin-button.tsx'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { SelectBox } from '../parts/select-box.tsx'
import { useFocusAfter } from '../parts/use-focus-after.ts'
import { roleChoices } from './role-choices.ts'

type ChangeProps = { user: User; disabled: boolean; onRole: (role: Role) => void }

/** As with an order's status, the select changes nothing by itself: each arrow key chooses another role. */
export function RoleChange({ user: { name, role }, disabled, onRole }: ChangeProps) {
  const id = useId()
  const [to, setTo] = useState<Role>()
  const [isAsked, setAsked] = useState(false)
  const focusAfter = useFocusAfter()
  const end = () => {
    setAsked(false)
    setTo(undefined)
    focusAfter(id)
  }
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <SelectBox
        id={id}
        aria-label={`Role of ${name}`}
        choices={roleChoices}
        value={to ?? role}
        disabled={disabled}
        onChange={({ target }) => setTo(target.value as Role)}
      />
      {to && to !== role && (
        <AdminButton variant="outline" className="px-3!" onClick={() => setAsked(true)}>
          Change…
        </AdminButton>
      )}
      {to && isAsked && (
        <ConfirmDialog
          question={to === 'admin' ? `Make ${name} an admin?` : `Take the admin area from ${name}?`}
          act="Change role"
          onKeep={end}
          onAct={() => {
            onRole(to)
            end()
          }}
        >
          {to === 'admin'
            ? 'They can see and change everything here at once: orders, products, and who is an admin.'
            : 'They are a customer at once, and keep their orders.'}
        </ConfirmDialog>
      )}
    </span>
  )
}
