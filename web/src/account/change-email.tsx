import { FormAct } from './form-act.tsx'
import { useEditOwnAccount } from './own-account-api.ts'

const FIELDS = [
  { name: 'email', label: 'New email', type: 'email', autoComplete: 'email' },
  { name: 'password', label: 'Password', autoComplete: 'current-password' },
]

/** The customer may also type the current address, to confirm that address. */
export function ChangeEmail({ email }: { email: string }) {
  const act = useEditOwnAccount()
  const ask = (form: FormData, close: () => void) =>
    act.mutate({ email: String(form.get('email')), password: String(form.get('password')) }, { onSuccess: close })
  return (
    <FormAct
      title="Email"
      says="You sign in with this address, and we write to it. We email you a link to confirm a new address."
      opener="Change email"
      done={act.isSuccess ? askedFor(act.variables, email) : undefined}
      email={email}
      fields={FIELDS}
      submit="Send a link"
      busyLabel="Sending…"
      act={act}
      onSubmit={ask}
    />
  )
}

const askedFor = (asked: Parameters<ReturnType<typeof useEditOwnAccount>['mutate']>[0], email: string) =>
  'email' in asked && asked.email.trim().toLowerCase() === email
    ? `A link is on its way to ${email}. Open it here, where you are signed in.`
    : `A link is on its way to the new address. Until you confirm it, your address stays ${email}.`
