import { FIRST_ORDER_PERCENT } from '@shop/language/limits'
import type { UseMutationResult } from '@tanstack/react-query'
import { useLocation } from 'react-router-dom'
import { useAct } from '../lib/act-key.ts'
import { api } from '../lib/api.ts'
import { useInBrowser } from '../lib/in-browser.ts'
import { Button } from '../ui/button.tsx'
import { DoneNote } from '../ui/done-note.tsx'
import { EntryFrame } from './entry-frame.tsx'
import { EntryLink } from './entry-link.tsx'
import { NOT_WHOLE, tokenIn } from './link-token.ts'
import { useConfirmEmail } from './own-account-api.ts'

export const ConfirmEmailPage = () => (
  <MailedLink
    title="Your email address"
    aside="Confirm the address in the browser where you are signed in."
    button="Confirm the address"
    busy="Confirming…"
    act={useConfirmEmail()}
    done={({ email }) => `${email} is confirmed as the address of your account.`}
    next={['/profile', 'Your account']}
  />
)

/** The page of the mailed links that confirm a subscription or unsubscribe. */
export function NewsletterPage() {
  const { hash } = useLocation()
  // Only the browser knows the part of the URL after `#`.
  const leaves = useInBrowser() && hash.endsWith('&leave')
  const act = useNewsletterLink(leaves ? 'unsubscribe' : 'confirm')
  const words = leaves
    ? { aside: 'Unsubscribe here to get no more newsletters.', button: 'Unsubscribe', busy: 'Unsubscribing…' }
    : {
        aside: `Confirm your subscription to get an email with a code for ${FIRST_ORDER_PERCENT}% off your first order.`,
        button: 'Confirm subscription',
        busy: 'Confirming…',
      }
  return (
    <MailedLink
      title="The newsletter"
      {...words}
      act={act}
      done={({ message }) => `${message}.`}
      next={['/collections/all', 'See all pieces']}
    />
  )
}

type LinkProps<Answer> = {
  title: string
  aside: string
  button: string
  busy: string
  act: UseMutationResult<Answer, Error, string>
  done: (answer: Answer) => string
  next: readonly [to: string, label: string]
}

/** Mail scanners open links too, so only the page's button changes something. */
function MailedLink<Answer>({ title, aside, button, busy, act, done, next }: LinkProps<Answer>) {
  const { hash } = useLocation()
  const isKnown = useInBrowser()
  const token = tokenIn(hash)
  const isBroken = isKnown && !token
  return (
    <EntryFrame
      title={title}
      aside={aside}
      error={act.error}
      problem={isBroken ? NOT_WHOLE : undefined}
      onSubmit={() => token && !act.isPending && act.mutate(token)}
    >
      {act.isSuccess ? (
        <DoneNote>{done(act.data)}</DoneNote>
      ) : (
        !isBroken && (
          <Button type="submit" className="w-full" busy={act.isPending} busyLabel={busy}>
            {button}
          </Button>
        )
      )}
      <p className="type-small">
        <EntryLink to={next[0]}>{next[1]}</EntryLink>
      </p>
    </EntryFrame>
  )
}

const useNewsletterLink = (act: 'confirm' | 'unsubscribe') =>
  useAct((token: string, idempotencyKey) =>
    api.post<{ message: string }>(`/api/newsletter/${act}`, { body: { token }, idempotencyKey }),
  )
