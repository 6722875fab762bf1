import { useState } from 'react'
import { AccountAct } from './account-act.tsx'
import { ActForm } from './act-form.tsx'
import { useEditOwnAccount } from './own-account-api.ts'

const FIELDS = [
  { name: 'email', label: 'New email', type: 'email', autoComplete: 'email' },
  { name: 'password', label: 'Password', autoComplete: 'current-password' },
]

/** The customer may also type the current address, to confirm that address. */
export function ChangeEmail({ email }: { email: string }) {
  const [isOpen, setOpen] = useState(false)
  const act = useEditOwnAccount()
  const open = () => {
    act.reset()
    setOpen(true)
  }
  const ask = (form: FormData) =>
    act.mutate(
      { email: String(form.get('email')), password: String(form.get('password')) },
      { onSuccess: () => setOpen(false) },
    )
  return (
    <AccountAct
      title="Email"
      says="You sign in with this address, and we write to it. We email you a link to confirm a new address."
      opener="Change email"
      isOpen={isOpen}
      onOpen={open}
      done={act.isSuccess ? askedFor(act.variables, email) : undefined}
    >
      <ActForm
        email={email}
        fields={FIELDS}
        submit="Send a link"
        busyLabel="Sending…"
        keep="Cancel"
        act={act}
        onSubmit={ask}
        onKeep={() => setOpen(false)}
      />
    </AccountAct>
  )
}

const askedFor = (asked: Parameters<ReturnType<typeof useEditOwnAccount>['mutate']>[0], email: string) =>
  'email' in asked && asked.email.trim().toLowerCase() === email
    ? `A link is on its way to ${email}. Open it here, where you are signed in.`
    : `A link is on its way to the new address. Until you confirm it, your address stays ${email}.`
