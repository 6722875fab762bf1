import { LEAST_PASSWORD } from '@shop/language/limits'
import { useState } from 'react'
import { AccountAct } from './account-act.tsx'
import { ActForm } from './act-form.tsx'
import { useChangePassword } from './own-account-api.ts'

const FIELDS = [
  { name: 'currentPassword', label: 'Current password', autoComplete: 'current-password' },
  {
    name: 'newPassword',
    label: 'New password',
    autoComplete: 'new-password',
    hint: `At least ${LEAST_PASSWORD} characters, and none of the most common passwords.`,
  },
]

export function ChangePassword({ email }: { email: string }) {
  const [isOpen, setOpen] = useState(false)
  const act = useChangePassword()
  const open = () => {
    act.reset()
    setOpen(true)
  }
  const change = (form: FormData) =>
    act.mutate(
      { currentPassword: String(form.get('currentPassword')), newPassword: String(form.get('newPassword')) },
      { onSuccess: () => setOpen(false) },
    )
  return (
    <AccountAct
      title="Password"
      says="A new password signs out every other device."
      opener="Change password"
      isOpen={isOpen}
      onOpen={open}
      done={act.isSuccess ? 'Your password is changed. Every other device is signed out.' : undefined}
    >
      <ActForm
        email={email}
        fields={FIELDS}
        submit="Change password"
        busyLabel="Changing…"
        keep="Cancel"
        act={act}
        onSubmit={change}
        onKeep={() => setOpen(false)}
      />
    </AccountAct>
  )
}
