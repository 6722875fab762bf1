import { Button } from '../ui/button.tsx'
import { DoneNote } from '../ui/done-note.tsx'
import { ToldFailure } from '../ui/told-failure.tsx'
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
          says="What the shop has of you, in one JSON file: your account, addresses, orders and cart."
        />
        <Button variant="outline" small busy={isPending} busyLabel="Collecting…" onClick={() => download()}>
          Download my data
        </Button>
      </div>
      {error && <ToldFailure error={error}>{entryFailure(error)}</ToldFailure>}
      {data && !isPending && <DoneNote>{downloaded(data)}</DoneNote>}
    </ActRow>
  )
}

const downloaded = ({ name, isAll }: { name: string; isAll: boolean }) =>
  isAll
    ? `Your data is in ${name}.`
    : `Your data is in ${name}, with your newest orders; the older ones are too many for one file.`
