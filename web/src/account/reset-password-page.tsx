import { LEAST_PASSWORD } from '@shop/language/limits'
import { useLocation } from 'react-router-dom'
import { fieldError } from '../lib/field-error.ts'
import { useInBrowser } from '../lib/in-browser.ts'
import { Button } from '../ui/button.tsx'
import { DoneNote } from '../ui/done-note.tsx'
import { EntryFrame } from './entry-frame.tsx'
import { EntryLink } from './entry-link.tsx'
import { useResetPassword } from './forgotten-api.ts'
import { NOT_WHOLE, tokenIn } from './link-token.ts'
import { PasswordField } from './password-field.tsx'

export function ResetPasswordPage() {
  const { hash } = useLocation()
  const isKnown = useInBrowser()
  const { mutate: reset, isPending, isSuccess, error } = useResetPassword()
  const token = tokenIn(hash)
  const isBroken = isKnown && !token

  return (
    <EntryFrame
      title="A new password"
      aside="You will be signed out everywhere."
      error={error}
      fields={['newPassword']}
      problem={isBroken ? NOT_WHOLE : undefined}
      onSubmit={(form) => token && !isPending && reset({ token, newPassword: String(form.get('newPassword')) })}
    >
      {isSuccess ? (
        <DoneNote>Your password is changed, and every device is signed out.</DoneNote>
      ) : (
        !isBroken && (
          <>
            <PasswordField
              label="New password"
              name="newPassword"
              required
              autoComplete="new-password"
              hint={fieldError(error, 'newPassword') ? undefined : `At least ${LEAST_PASSWORD} characters.`}
              error={fieldError(error, 'newPassword')}
            />
            <Button type="submit" className="w-full" busy={isPending} busyLabel="Saving…">
              Set the password
            </Button>
          </>
        )
      )}
      <p className="type-small">
        {isSuccess ? (
          <EntryLink to="/login">Sign in</EntryLink>
        ) : (
          <EntryLink to="/forgot-password">Request another link</EntryLink>
        )}
      </p>
    </EntryFrame>
  )
}
