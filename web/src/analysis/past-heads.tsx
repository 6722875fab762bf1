import type { AnalysisStatus } from '@shop/language/analysis/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { AdminButton } from '../admin/parts/admin-button.tsx'
import { AdminFailure } from '../admin/parts/admin-failure.tsx'
import { numeral, wholeNumberIn } from '../lib/numeral.ts'
import { Field } from '../ui/field.tsx'
import { Note } from '../ui/note.tsx'
import { statusKey, verifyLog } from './analysis-status.ts'
import { EventField } from './event-field.tsx'
import { WRONG_EVENT } from './exports/wanted-events.ts'
import { minuteInWords } from './time/moment-words.ts'
import { useCountdown, waitInWords } from './use-countdown.ts'

type Verified = NonNullable<AnalysisStatus['verified']>
type Head = Verified['heads'][number]
/** `seconds`: how long the shop refuses the next check. */
type Wait = { isVerifying: boolean; seconds: number }

const FEW = 3

/** The heads of the log as of earlier events, and a form to compute the head as of any event. Each check computes all of them again. */
export function PastHeads({ verified, ...wait }: { verified: Verified } & Wait) {
  const { heads, log } = verified
  const [isAll, setAll] = useState(false)
  const changed = heads.filter(({ isSame }) => !isSame)
  return (
    <details className="mt-4 border-t border-raw pt-3" open={changed.length > 0}>
      <summary className="cursor-pointer font-semibold">Heads as of earlier events</summary>
      <p className="type-small my-3 text-rinse">
        Each check of the log computes these heads again and compares them. The last check was{' '}
        {minuteInWords(verified.at)}. A head proves nothing about the time before it was first computed. Only a head or
        a digest that was kept outside of the shop, such as a mailed one, proves that the log has not changed since
        then.
      </p>
      {changed.length > 0 && (
        <Note tone="bad">
          The log’s head has changed for event {changed.map(({ events }) => numeral(events)).join(', ')}. Tell the
          operator before you use any answer.
        </Note>
      )}
      <ul className="type-small grid gap-3">
        {(isAll ? heads : heads.slice(0, FEW)).map((head) => (
          <HeadFacts key={head.events} head={head} />
        ))}
      </ul>
      {!isAll && heads.length > FEW && (
        <AdminButton variant="quiet" className="-ml-3" onClick={() => setAll(true)}>
          Show all {heads.length}
        </AdminButton>
      )}
      <ComputeHead heads={heads} {...wait} />
      <HowToVerify log={log} head={heads[0]} />
    </details>
  )
}

const HeadFacts = ({ head: { events, hash, digest, since, isSame } }: { head: Head }) => (
  <li className="border-t border-raw pt-2">
    <p className="num">
      Event {numeral(events)}: {isSame ? 'the same' : 'not the same'} since {minuteInWords(since)}
    </p>
    <p>
      <span className="text-rinse">Head</span> <code className="wrap-anywhere">{hash}</code>
    </p>
    <p>
      <span className="text-rinse">Digest of the events</span> <code className="wrap-anywhere">{digest}</code>
    </p>
  </li>
)

function ComputeHead({ heads, isVerifying, seconds }: { heads: readonly Head[] } & Wait) {
  const left = useCountdown(seconds)
  const [typed, setTyped] = useState({ event: '', hash: '' })
  const [wrong, setWrong] = useState<string>()
  const client = useQueryClient()
  const { mutate, error, isPending } = useMutation({
    mutationFn: verifyLog,
    onSettled: () => client.invalidateQueries({ queryKey: statusKey }),
  })
  const isReading = isPending || isVerifying
  const event = wholeNumberIn(typed.event)
  const head = heads.find(({ events }) => events === event)
  const compute = () => {
    setWrong(event ? undefined : WRONG_EVENT)
    if (event) mutate(event)
  }
  return (
    <form
      noValidate
      className="mt-4 grid gap-3"
      onSubmit={(submitted) => {
        submitted.preventDefault()
        compute()
      }}
    >
      <EventField
        label="As of event"
        name="headEvent"
        value={typed.event}
        error={wrong}
        onType={(next) => setTyped({ ...typed, event: next })}
      />
      <Field
        label="Head or digest that you wrote down"
        name="head"
        autoComplete="off"
        hint="Can stay empty"
        value={typed.hash}
        onChange={({ target }) => setTyped({ ...typed, hash: target.value })}
      />
      <AdminButton
        type="submit"
        variant="outline"
        busy={isReading}
        busyLabel="Reading the whole log"
        disabled={left > 0 && !isReading}
      >
        Compute the head
      </AdminButton>
      {left > 0 && !isReading && <p className="type-small num text-rinse">{waitInWords(left)}</p>}
      {head && typed.hash.trim() !== '' && <Comparison head={head} hash={typed.hash.trim()} />}
      {head && typed.hash.trim() === '' && (
        <ul className="type-small" aria-label={`Head as of event ${numeral(head.events)}`}>
          <HeadFacts head={head} />
        </ul>
      )}
      <AdminFailure error={error} fallback="The head could not be computed" onRetry={compute} />
    </form>
  )
}

function Comparison({ head: { events, hash: ofLog, digest, isSame }, hash }: { head: Head; hash: string }) {
  const isEqual = isSame && (hash === ofLog || hash === digest)
  if (![ofLog.length, digest.length].includes(hash.length))
    return (
      <Note tone="bad">
        Enter the whole text: a head has {ofLog.length} characters, and a digest has {digest.length}.
      </Note>
    )
  return (
    <Note tone={isEqual ? 'ok' : 'bad'}>
      {isEqual
        ? `The log still has this ${hash === digest ? 'digest' : 'head'} as of event ${numeral(events)}.`
        : `The log does not have this head or digest as of event ${numeral(events)}.`}
    </Note>
  )
}

const HowToVerify = ({ log, head }: { log: string; head: Head | undefined }) => (
  <div className="type-small mt-4 grid gap-2 text-rinse">
    <p>
      To keep evidence outside of the shop, choose “Mail me each Monday” for a saved question: each of these emails has
      the digest of the events up to that Monday. Enter it above to compare it with the log.
    </p>
    <p>
      To compare a digest with an export up to this event, run <code>npm run shop -- verify-export</code>: it checks the
      files of the archive and prints the digest that the shop wrote into it. The same digest is in each answer as of
      this event.
    </p>
    {head && (
      <p>
        To verify a head without this page, the operator puts it into a file and runs{' '}
        <code>npm run shop -- verify-log data/events.db heads.ndjson</code>:{' '}
        <code className="wrap-anywhere">{JSON.stringify({ log, events: head.events, hash: head.hash })}</code>
      </p>
    )}
  </div>
)
