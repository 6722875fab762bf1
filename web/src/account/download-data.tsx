import { ActFailure } from '../ui/act-failure.tsx'
import { Button } from '../ui/button.tsx'
import { DoneNote } from '../ui/done-note.tsx'
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
          says="One JSON file with your account, addresses, orders and cart. If your email is confirmed, the file also has your messages and newsletter subscription."
        />
        <Button variant="outline" small busy={isPending} busyLabel="Collecting…" onClick={() => download()}>
          Download my data
        </Button>
      </div>
      {error && <ActFailure error={error}>{entryFailure(error)}</ActFailure>}
      {data && !isPending && <DoneNote>{downloaded(data)}</DoneNote>}
    </ActRow>
  )
}

type Downloaded = NonNullable<ReturnType<typeof useDownloadOwnData>['data']>

const downloaded = ({ name, isAll, hasCorrespondence }: Downloaded) =>
  [
    isAll
      ? `Your data is in ${name}.`
      : `Your data is in ${name}. The file has only the newest orders and messages, because there are too many for one file.`,
    // Another person may have registered with this address, so the file has correspondence only if the address is confirmed.
    hasCorrespondence
      ? ''
      : 'Messages and the newsletter are not included, because your email is not confirmed. To confirm it, choose “Change email” above, enter the same address, and open the emailed link here.',
  ].join(' ')
