import { LEAST_PASSWORD } from '@shop/language/limits'
import { useSearchParams } from 'react-router-dom'
import { fieldError } from '../lib/field-error.ts'
import { Button } from '../ui/button.tsx'
import { EmailField, Field } from '../ui/field.tsx'
import { useRegister } from './account-api.ts'
import { EntryFrame } from './entry-frame.tsx'
import { EntryLink } from './entry-link.tsx'
import { PasswordField } from './password-field.tsx'
import { safeRedirect } from './redirect.ts'
import { useAfterSignIn } from './use-after-sign-in.ts'

export function RegisterPage() {
  const [params] = useSearchParams()
  const target = safeRedirect(params.get('redirect'))
  const { mutate: register, isPending, isSuccess, error } = useRegister()
  useAfterSignIn(target)

  return (
    <EntryFrame
      title="Create account"
      aside="Your cart is kept."
      error={error}
      fields={['name', 'email', 'password']}
      onSubmit={(form) =>
        register({
          name: String(form.get('name')),
          email: String(form.get('email')),
          password: String(form.get('password')),
        })
      }
    >
      <Field label="Name" name="name" required autoComplete="name" error={fieldError(error, 'name')} />
      <EmailField error={fieldError(error, 'email')} />
      <PasswordField
        label="Password"
        name="password"
        required
        autoComplete="new-password"
        hint={fieldError(error, 'password') ? undefined : `At least ${LEAST_PASSWORD} characters.`}
        error={fieldError(error, 'password')}
      />
      <Button type="submit" className="w-full" busy={isPending || isSuccess} busyLabel="Signing up...">
        Sign Up
      </Button>
      <p className="type-small">
        Already have an account? <EntryLink to={`/login?redirect=${encodeURIComponent(target)}`}>Login</EntryLink>
      </p>
    </EntryFrame>
  )
}
