import type { Case } from '@shop/language/case/api'
import { MAX_TEXT } from '@shop/language/limits'
import { useId, useState } from 'react'
import { DoneNote } from '../../ui/done-note.tsx'
import { Field } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'
import { AdminButton } from '../parts/admin-button.tsx'
import { AdminFailure } from '../parts/admin-failure.tsx'
import { Panel } from '../parts/panel.tsx'
import { statusInWords } from './case-words.ts'
import { type CaseClosing, type CaseEnd, useCaseStep } from './cases-api.ts'
import { CodeWords } from './code-words.tsx'

const REVERSALS = ['PAYMENT.CAPTURE.REVERSED', 'DISPUTE_WON']

const ONLY_CLOSE: CaseClosing = { act: 'close' }

/** The button that also records what became of the money. `otherwise`: the button that only closes the case. */
function moneyStepOf({ kind, code }: Case): { label: string; end: CaseClosing; otherwise: string } | undefined {
  if (kind === 'dispute-lost')
    return { label: 'Money taken', end: { act: 'close', moneyTaken: true }, otherwise: 'Money not taken' }
  if (kind === 'refund-at-provider' && REVERSALS.includes(code))
    return { label: 'Money is back', end: { act: 'close', moneyBack: true }, otherwise: 'Close case' }
  return undefined
}

export function CaseSteps({ one }: { one: Case }) {
  const id = useId()
  const [reason, setReason] = useState('')
  const { mutate: step, data: after, isPending, variables, error, isSuccess } = useCaseStep(one._id)
  // If another admin closes the case during an act, the pressed button stays until the shop answers.
  if (one.status === 'closed' && !isPending)
    return isSuccess ? <DoneNote>{`${statusInWords(one)}. Nothing is left to do.`}</DoneNote> : null
  /** There is no submit button, because the Enter key in the field must not choose between a refund and closing the case. */
  const end = (how: CaseEnd, form: HTMLFormElement | null) => {
    if (!isPending && form?.reportValidity() && reason.trim()) step({ ...how, reason: reason.trim() })
  }
  const ofMoney = moneyStepOf(one)
  const isClosing = ({ moneyTaken, moneyBack }: CaseClosing) =>
    isPending && variables.act === 'close' && variables.moneyTaken === moneyTaken && variables.moneyBack === moneyBack
  return (
    <Panel title="What to do">
      <AdminFailure error={error} fallback="Failed to change the case" />
      {isSuccess && after.lastAttempt && (
        <Note className="mb-5" tone="warn">
          <p>
            The case is still open. The attempt ended with: <CodeWords code={after.lastAttempt.code} />
          </p>
        </Note>
      )}
      {one.acts.includes('retry') && (
        <div className="mb-6">
          <AdminButton busy={isPending && variables.act === 'retry'} onClick={() => step({ act: 'retry' })}>
            Try again
          </AdminButton>
        </div>
      )}
      <form onSubmit={(event) => event.preventDefault()} aria-labelledby={id} className="grid max-w-md gap-3.5">
        <h3 id={id} className="font-semibold">
          {one.acts.includes('refund') ? 'Refund the money, or close the case' : 'Close the case'}
        </h3>
        <Field
          label="Reason"
          name="reason"
          required
          maxLength={MAX_TEXT.reason}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
        <div className="flex flex-wrap gap-2">
          {one.acts.includes('refund') && (
            <AdminButton
              busy={isPending && variables.act === 'refund'}
              onClick={({ currentTarget }) => end({ act: 'refund' }, currentTarget.form)}
            >
              Refund
            </AdminButton>
          )}
          {ofMoney && (
            <AdminButton
              busy={isClosing(ofMoney.end)}
              onClick={({ currentTarget }) => end(ofMoney.end, currentTarget.form)}
            >
              {ofMoney.label}
            </AdminButton>
          )}
          <AdminButton
            variant="outline"
            busy={isClosing(ONLY_CLOSE)}
            onClick={({ currentTarget }) => end(ONLY_CLOSE, currentTarget.form)}
          >
            {ofMoney?.otherwise ?? 'Close case'}
          </AdminButton>
        </div>
      </form>
    </Panel>
  )
}
