import { fieldError } from '../lib/field-error.ts'
import { Button } from '../ui/button.tsx'
import { DoneNote } from '../ui/done-note.tsx'
import { EmailField } from '../ui/field.tsx'
import { EntryFrame } from './entry-frame.tsx'
import { EntryLink } from './entry-link.tsx'
import { useForgotPassword } from './forgotten-api.ts'
import { typedEmail } from './typed-email.ts'

export function ForgotPasswordPage() {
  const { mutate: ask, isPending, isSuccess, data, error } = useForgotPassword()
  return (
    <EntryFrame
      title="Reset your password"
      aside="We email you a link to set a new password."
      error={error}
      fields={['email']}
      onSubmit={(form) => !isPending && ask({ email: String(form.get('email')) })}
    >
      {isSuccess ? (
        <DoneNote>{`${data.message}.`}</DoneNote>
      ) : (
        <>
          <EmailField defaultValue={typedEmail()} error={fieldError(error, 'email')} />
          <Button type="submit" className="w-full" busy={isPending} busyLabel="Sending…">
            Send a link
          </Button>
        </>
      )}
      <p className="type-small">
        <EntryLink to="/login">Back to signing in</EntryLink>
      </p>
    </EntryFrame>
  )
}
