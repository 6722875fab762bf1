import { Button } from '../ui/button.tsx'
import { DoneNote } from '../ui/done-note.tsx'
import { FailureMessage } from '../ui/failure-message.tsx'
import { ActRow, ActTitle } from './account-act.tsx'
import { entryFailure } from './entry-failure.ts'
import { useDownloadOwnData } from './own-account-api.ts'

export function DownloadData() {
  const { mutate: download, data, isPending, error } = useDownloadOwnData()
  return (
    <ActRow>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <ActTitle
          title="Your data"
          says="Your data in one JSON file: your account, addresses, orders and cart, and your messages and newsletter once your email is confirmed."
        />
        <Button variant="outline" small busy={isPending} busyLabel="Collecting…" onClick={() => download()}>
          Download my data
        </Button>
      </div>
      {error && <FailureMessage error={error}>{entryFailure(error)}</FailureMessage>}
      {data && !isPending && <DoneNote>{downloaded(data)}</DoneNote>}
    </ActRow>
  )
}

type Downloaded = NonNullable<ReturnType<typeof useDownloadOwnData>['data']>

const downloaded = ({ name, isAll, hasCorrespondence }: Downloaded) =>
  [
    isAll
      ? `Your data is in ${name}.`
      : `Your data is in ${name}. It has the newest orders and messages; the older ones are too many for one file.`,
    // Anyone can register with the address of another person. So correspondence is included only after the address is confirmed.
    hasCorrespondence
      ? ''
      : 'Messages and the newsletter are not included, because your email is not confirmed. To confirm it, choose “Change email” above, enter the same address, and open the emailed link here.',
  ].join(' ')
