import { FormAct } from './form-act.tsx'
import { useDeleteAccount } from './own-account-api.ts'

const FIELDS = [{ name: 'password', label: 'Your password', autoComplete: 'current-password' }]

/** The form shows the consequences and requires the password (decisions C13, C14). */
export function DeleteAccount({ email, onGone }: { email: string; onGone: () => void }) {
  const act = useDeleteAccount(onGone)
  return (
    <FormAct
      title="Delete your account"
      says="This is permanent. Your orders stay in our records, without your name."
      opener="Delete my account"
      email={email}
      fields={FIELDS}
      submit="Delete account permanently"
      busyLabel="Deleting…"
      keep="Keep account"
      act={act}
      onSubmit={(form) => act.mutate({ password: String(form.get('password')) })}
    >
      <Consequences />
    </FormAct>
  )
}

const Consequences = () => (
  <dl className="mb-2 grid gap-3 text-rinse [&_dt]:font-[550] [&_dt]:text-raw">
    <div>
      <dt>What is erased</dt>
      <dd>
        Your name, email, password and addresses, your cart, and the emails that we keep. No one can read them again,
        and you are signed out everywhere. If you have confirmed your email, we also erase your messages to us and your
        newsletter subscription.
      </dd>
    </div>
    <div>
      <dt>What is kept</dt>
      <dd>
        Your orders, for our records: what was bought, when and for how much, without your name and address. If your
        email is not confirmed, we also keep your messages to us and your newsletter subscription. To confirm your
        email, choose “Change email” and enter the same address.
      </dd>
    </div>
    <div>
      <dt>What you can no longer do</dt>
      <dd>See your orders here, or return pieces. The deletion cannot be undone.</dd>
    </div>
    <div>
      <dt>When you cannot delete your account yet</dt>
      <dd>While an order is not shipped yet, or a payment or refund is not finished.</dd>
    </div>
  </dl>
)
