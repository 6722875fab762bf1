import type { Run, RunAnswer } from '@shop/language/analysis/runs'
import { AdminButton } from '../../admin/parts/admin-button.tsx'
import { AdminFailure } from '../../admin/parts/admin-failure.tsx'
import { Fact } from '../../admin/parts/fact.tsx'
import { Panel } from '../../admin/parts/panel.tsx'
import { numeral } from '../../lib/numeral.ts'
import { Note } from '../../ui/note.tsx'
import { differsByClock } from './differs-by-clock.ts'
import type { Asked } from './start-run.ts'
import { asOfAnswer, useRun } from './use-run.ts'
import { verdictOf } from './verdict.ts'

type FactsProps = {
  answer: RunAnswer
  asked: Asked
  title?: string
  before?: RunAnswer | undefined
}

export function AnswerFacts({ answer, asked, title = 'This answer', before }: FactsProps) {
  const again = useRun()
  const { event, moment } = answer.asOf
  const verify = () => void again.ask(asOfAnswer(asked, answer))
  return (
    <Panel title={title}>
      <dl className="type-small grid gap-2.5 border-t border-raw pt-3">
        <Fact name="Events">{event === 0 ? 'None' : `1 to ${numeral(event)}`}</Fact>
        <Fact name="Digest of the events">{digest(answer.rangeDigest)}</Fact>
        <Fact name="Digest of the question">{digest(answer.questionDigest)}</Fact>
        {answer.compared?.sideDigests?.map((hex, at) => (
          <Fact key={at} name={at === 0 ? 'Digest of all rows, first rule' : 'Digest of all rows, second rule'}>
            {digest(hex)}
          </Fact>
        ))}
        <Fact name="Digest of the result">{digest(answer.resultDigest)}</Fact>
        <Fact name={'sql' in asked ? 'now() in this result' : 'Moment'}>{moment}</Fact>
        <Fact name="Digest of the tables’ definitions">{digest(answer.schemaDigest)}</Fact>
        <Fact name="Engine">{answer.engine}</Fact>
      </dl>
      <p className="type-small mt-3 text-stone">
        An erasure destroys the key of a person’s name, address and messages. No answer contains them, and no earlier
        event changes. So an earlier answer keeps its digests.
      </p>
      {'sql' in asked && (
        <p className="type-small mt-3 text-stone">
          If you ask as of an event, now() is the time when that event was recorded. If you ask as of a time, now() is
          that time. So a question that uses now(), for example to count observed days, can have two results from the
          same events. Each result has its own digest.
        </p>
      )}
      {before && differsByClock(before, answer) && (
        <div className="mt-3">
          <Note tone="info">
            The previous answer used the same events. Its result differs because its now() was {before.asOf.moment}.
          </Note>
        </div>
      )}
      {answer.unverifiable.length > 0 && (
        <div className="type-small mt-3">
          <p>The result cannot be verified:</p>
          <ul className="list-disc pl-5">
            {answer.unverifiable.map((why) => (
              <li key={why}>{why}</li>
            ))}
          </ul>
        </div>
      )}
      <AdminButton variant="outline" className="my-4" busy={again.isRunning} busyLabel="Asking again" onClick={verify}>
        {answer.unverifiable.length > 0 ? 'Ask again' : 'Verify again'}
      </AdminButton>
      {again.run && !again.isRunning && <Verdict first={answer} again={again.run} />}
      <AdminFailure error={again.error} fallback="The question could not be asked again" onRetry={verify} />
    </Panel>
  )
}

function Verdict({ first, again: { answer, failure } }: { first: RunAnswer; again: Run }) {
  if (!answer) return <Note tone="bad">{failure?.message}</Note>
  const { tone, words } = verdictOf(first, answer)
  return <Note tone={tone}>{words}</Note>
}

const digest = (hex: string) => <code className="wrap-anywhere">{hex}</code>
