import { useMutation, useQueryClient } from '@tanstack/react-query'
import { AdminButton } from '../admin/parts/admin-button.tsx'
import { AdminFailure } from '../admin/parts/admin-failure.tsx'
import { Fact } from '../admin/parts/fact.tsx'
import { Panel } from '../admin/parts/panel.tsx'
import { numeral } from '../lib/numeral.ts'
import { Note } from '../ui/note.tsx'
import { statusKey, useCopyStatus, verifyLog } from './analysis-status.ts'
import { DamageFacts } from './damage-facts.tsx'
import { HowComputed } from './how-computed.tsx'
import { PastHeads } from './past-heads.tsx'
import { minuteInWords } from './time/moment-words.ts'
import { useCountdown, waitInWords } from './use-countdown.ts'

export function LogFacts() {
  const { status } = useCopyStatus()
  if (!status) return null
  const { verified, secondsToNextCheck } = status
  return (
    <Panel title="The log">
      {!verified && <p className="type-small text-rinse">Not verified yet. The log is verified once a day.</p>}
      {verified && (
        <dl className="type-small mb-3 grid gap-2.5 border-t border-raw pt-3">
          <Fact name="Verified">{minuteInWords(verified.at)}</Fact>
          <Fact name="Events">{verified.events === 0 ? 'None' : `1 to ${numeral(verified.events)}`}</Fact>
          <Fact name="Head">
            <code className="wrap-anywhere">{verified.hash}</code>
          </Fact>
        </dl>
      )}
      {verified && (
        <p className="type-small mb-3 text-rinse">
          The shop compares the whole log with this copy once a day. The head is the hash of the log’s newest event at
          that time, and covers all events before it. <code>npm run shop -- verify-log</code> prints the head of the
          event that is the newest when it runs.
        </p>
      )}
      {verified?.differs === null && <Note tone="ok">The log matches the copy.</Note>}
      {typeof verified?.differs === 'number' && (
        <Note tone="bad">
          Event {numeral(verified.differs)} in the log differs from the copy. Tell the operator before you use any
          answer.
        </Note>
      )}
      <DamageFacts damages={status.damages} />
      <VerifyNow since={status.verifying?.since} seconds={secondsToNextCheck} />
      {verified && <HowComputed />}
      {verified && (
        <PastHeads verified={verified} isVerifying={status.verifying !== undefined} seconds={secondsToNextCheck} />
      )}
    </Panel>
  )
}

/** `since`: the start of the running comparison, if there is one. `seconds`: how long the shop refuses the next one. */
function VerifyNow({ since, seconds }: { since: string | undefined; seconds: number }) {
  const left = useCountdown(seconds)
  const client = useQueryClient()
  const { mutate, error, isPending } = useMutation({
    mutationFn: verifyLog,
    onSettled: () => client.invalidateQueries({ queryKey: statusKey }),
  })
  return (
    <div className="mt-3">
      <AdminButton
        variant="outline"
        busy={isPending || since !== undefined}
        disabled={left > 0 && since === undefined && !isPending}
        onClick={() => mutate(undefined)}
      >
        Verify now
      </AdminButton>
      {left > 0 && since === undefined && <p className="type-small num mt-2 text-rinse">{waitInWords(left)}</p>}
      <p role="status" className="type-small num mt-2 text-rinse">
        {since !== undefined && `Verifying since ${since.slice(11, 19)} UTC`}
      </p>
      <AdminFailure error={error} fallback="The log could not be verified" />
    </div>
  )
}
