import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import { wasSignedIn } from '../lib/customers-traces.ts'
import { fieldError } from '../lib/field-error.ts'
import { useInBrowser } from '../lib/in-browser.ts'
import { useSession } from '../session/session-store.ts'
import { Button } from '../ui/button.tsx'
import { EmailField } from '../ui/field.tsx'
import { Note } from '../ui/note.tsx'
import { useLogin } from './account-api.ts'
import { EntryFrame } from './entry-frame.tsx'
import { EntryLink } from './entry-link.tsx'
import { PasswordField } from './password-field.tsx'
import { safeRedirect } from './redirect.ts'
import { noteTypedEmail } from './typed-email.ts'
import { useAfterSignIn } from './use-after-sign-in.ts'

export function LoginPage() {
  const [params] = useSearchParams()
  const target = safeRedirect(params.get('redirect'))
  const { mutate: login, isPending, isSuccess, error } = useLogin()
  useAfterSignIn(target)
  useEffect(() => noteTypedEmail(''), [])
  const user = useSession((session) => session.user)
  const isSignedOut = useInBrowser() && !user && wasSignedIn()

  return (
    <EntryFrame
      title="Welcome back"
      aside="Your cart is kept."
      error={error}
      fields={['email', 'password']}
      onSubmit={(form) => login({ email: String(form.get('email')), password: String(form.get('password')) })}
    >
      {isSignedOut && (
        <Note tone="info">
          <p>You were signed out. Sign in to continue.</p>
        </Note>
      )}
      <EmailField
        error={fieldError(error, 'email')}
        onInput={({ currentTarget }) => noteTypedEmail(currentTarget.value)}
      />
      <PasswordField
        label="Password"
        name="password"
        required
        autoComplete="current-password"
        error={fieldError(error, 'password')}
      />
      <Button type="submit" className="w-full" busy={isPending || isSuccess} busyLabel="Signing in...">
        Sign In
      </Button>
      <p className="type-small -mb-4">
        <EntryLink to="/forgot-password">Forgot your password?</EntryLink>
      </p>
      <p className="type-small">
        Don't have an account? <EntryLink to={`/register?redirect=${encodeURIComponent(target)}`}>Register</EntryLink>
      </p>
    </EntryFrame>
  )
}
