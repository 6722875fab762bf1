import { LEAST_PASSWORD } from '@shop/language/limits'
import { FormAct } from './form-act.tsx'
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
  const act = useChangePassword()
  const change = (form: FormData, close: () => void) =>
    act.mutate(
      { currentPassword: String(form.get('currentPassword')), newPassword: String(form.get('newPassword')) },
      { onSuccess: close },
    )
  return (
    <FormAct
      title="Password"
      says="A new password signs out every other device."
      opener="Change password"
      done={act.isSuccess ? 'Your password is changed. Every other device is signed out.' : undefined}
      email={email}
      fields={FIELDS}
      submit="Change password"
      busyLabel="Changing…"
      act={act}
      onSubmit={change}
    />
  )
}
