import type { User } from '@shop/language/account/api'
import { LEAST_PASSWORD } from '@shop/language/limits'
import { DeleteAccount } from './delete-account.tsx'
import { DownloadData } from './download-data.tsx'
import { FormAct } from './form-act.tsx'
import { useChangePassword, useEditOwnAccount } from './own-account-api.ts'
import { SavedAddresses } from './saved-addresses.tsx'
import { SignedInDevices } from './signed-in-devices.tsx'

export const OWN_ACCOUNT = 'your-account'

export const OwnAccount = ({ user, onGone }: { user: User; onGone: () => void }) => (
  <section aria-labelledby={OWN_ACCOUNT} className="mt-16">
    <h2 id={OWN_ACCOUNT} tabIndex={-1} className="type-h2 scroll-mt-28 border-b border-raw pb-3.5">
      Your account
    </h2>
    <ChangeName name={user.name} email={user.email} />
    <ChangeEmail email={user.email} />
    <ChangePassword email={user.email} />
    <SavedAddresses user={user} />
    <SignedInDevices />
    <DownloadData />
    <DeleteAccount email={user.email} onGone={onGone} />
  </section>
)

function ChangeName({ name, email }: { name: string; email: string }) {
  const act = useEditOwnAccount()
  return (
    <FormAct
      title="Name"
      says="The name of your account. Parcels use the name in the delivery address."
      opener="Change name"
      done={act.isSuccess ? `Your name is ${name} now.` : undefined}
      email={email}
      fields={[{ name: 'name', label: 'Name', type: 'text', autoComplete: 'name', defaultValue: name }]}
      submit="Change name"
      busyLabel="Changing…"
      act={act}
      onSubmit={(form, close) => act.mutate({ name: String(form.get('name')) }, { onSuccess: close })}
    />
  )
}

const EMAIL_FIELDS = [
  { name: 'email', label: 'New email', type: 'email', autoComplete: 'email' },
  { name: 'password', label: 'Password', autoComplete: 'current-password' },
]

/** The customer may also type the current address, to confirm that address. */
function ChangeEmail({ email }: { email: string }) {
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
      fields={EMAIL_FIELDS}
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

const PASSWORD_FIELDS = [
  { name: 'currentPassword', label: 'Current password', autoComplete: 'current-password' },
  {
    name: 'newPassword',
    label: 'New password',
    autoComplete: 'new-password',
    hint: `At least ${LEAST_PASSWORD} characters, and none of the most common passwords.`,
  },
]

function ChangePassword({ email }: { email: string }) {
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
      fields={PASSWORD_FIELDS}
      submit="Change password"
      busyLabel="Changing…"
      act={act}
      onSubmit={change}
    />
  )
}
