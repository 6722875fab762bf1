import { Fact } from '../admin/parts/fact.tsx'
import { Panel } from '../admin/parts/panel.tsx'
import { numeral } from '../lib/numeral.ts'
import { Note } from '../ui/note.tsx'
import { useCopyStatus } from './analysis-status.ts'

/** The result of the last comparison of the whole log with the copy, and the head of the log at that time. */
export function LogFacts() {
  const { status } = useCopyStatus()
  if (!status) return null
  const { verified } = status
  return (
    <Panel title="The log">
      {!verified && <p className="type-small text-rinse">Not verified yet. The log is verified once a day.</p>}
      {verified && (
        <dl className="type-small mb-3 grid gap-2.5 border-t border-raw pt-3">
          <Fact name="Verified">{verified.at.replace('T', ' ').slice(0, 16)} UTC</Fact>
          <Fact name="Events">{verified.events === 0 ? 'None' : `1 to ${numeral(verified.events)}`}</Fact>
          <Fact name="Head">
            <code className="wrap-anywhere">{verified.hash}</code>
          </Fact>
        </dl>
      )}
      {verified && (
        <p className="type-small mb-3 text-rinse">
          The shop compares the whole log with this copy once a day. The head is the hash of the event that was newest
          then, and covers all events before it. The operator gets the same hash from <code>npm run verify-log</code>.
        </p>
      )}
      {verified?.differs === null && <Note tone="ok">The log matches the copy.</Note>}
      {typeof verified?.differs === 'number' && (
        <Note tone="bad">
          Event {numeral(verified.differs)} in the log differs from the copy. Tell the operator before you use any
          answer.
        </Note>
      )}
    </Panel>
  )
}
