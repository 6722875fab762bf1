import { useLocation } from 'react-router-dom'
import { useInBrowser } from '../lib/in-browser.ts'
import { Button } from '../ui/button.tsx'
import { DoneNote } from '../ui/done-note.tsx'
import { entryFailure } from './entry-failure.ts'
import { EntryFrame } from './entry-frame.tsx'
import { EntryLink } from './entry-link.tsx'
import { NOT_WHOLE, tokenIn } from './link-token.ts'
import { useConfirmEmail } from './own-account-api.ts'

/** Where the link of a mail leads to. Opening it confirms nothing: programs that read mail open links too. */
export function ConfirmEmailPage() {
  const { hash } = useLocation()
  const isKnown = useInBrowser()
  const { mutate: confirm, isPending, isSuccess, data, error } = useConfirmEmail()
  const token = tokenIn(hash)
  return (
    <EntryFrame
      title="Your new address"
      aside="The account goes by it once you confirm it."
      failure={isKnown && !token ? NOT_WHOLE : entryFailure(error)}
      onSubmit={() => token && !isPending && confirm(token)}
    >
      {isSuccess ? (
        <DoneNote>{`${data.email} is the address of your account now.`}</DoneNote>
      ) : (
        <Button type="submit" className="w-full" busy={isPending} busyLabel="Confirming…">
          Confirm the address
        </Button>
      )}
      <p className="type-small">
        <EntryLink to="/profile">Your account</EntryLink>
      </p>
    </EntryFrame>
  )
}
