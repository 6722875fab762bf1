import type { ReadModel, ReadModelFailure } from '@shop/language/shop/api'
import { useQuery } from '@tanstack/react-query'
import { api } from '../lib/api.ts'
import { eventCount } from '../lib/numeral.ts'
import { readModelWords } from '../lib/read-model-words.ts'
import { shortDateTime } from '../orders/order-dates.ts'
import { Note } from '../ui/note.tsx'

const LOOK_EVERY_MS = 15_000

export function ReadModelsNote() {
  const { data = [] } = useQuery({
    queryKey: ['admin', 'read-models'],
    queryFn: ({ signal }) => api.get<readonly ReadModel[]>('/api/admin/read-models', { signal }),
    refetchInterval: LOOK_EVERY_MS,
  })
  const lacking = data.filter(({ halted, leftOut }) => halted || leftOut.count > 0)
  const built = data.filter(({ building }) => building)
  const refused = data.filter(({ refused }) => refused)
  if (lacking.length + built.length + refused.length === 0) return null
  return (
    <div className="mb-6 grid gap-3">
      {lacking.map((model) => (
        <Note key={model.name} tone={model.halted ? 'bad' : 'warn'}>
          {model.halted ? <Halted name={model.name} halted={model.halted} /> : <LeftOut {...model} />}
        </Note>
      ))}
      {refused.map(({ name, refused }) => (
        <Note key={name} tone="warn">
          {refused && <Refused name={name} since={refused.at} />}
        </Note>
      ))}
      {built.map(({ name, building }) => (
        <Note key={name} tone="info">
          {building && <Building name={name} building={building} />}
        </Note>
      ))}
    </div>
  )
}

function Halted({ name, halted }: { name: string; halted: NonNullable<ReadModel['halted']> }) {
  return (
    <>
      <b className="font-semibold">
        {pagesOf(name)} have not been updated since {shortDateTime(halted.at)}.
      </b>{' '}
      The shop keeps selling, but these pages do not show later changes. {causeOf(halted)}{' '}
      {halted.resuming ? (
        'An operator has resumed the updates, and they will continue soon.'
      ) : (
        <>
          Install a version of the shop that fixes this error, or run{' '}
          <code className="wrap-anywhere">npm run shop -- resume-projection {name}</code>
        </>
      )}
    </>
  )
}

function Refused({ name, since }: { name: string; since: string }) {
  return (
    <>
      <b className="font-semibold">
        {pagesOf(name)} were rebuilt by a new version of the shop and differ from before, so the pages keep showing the
        earlier state.
      </b>{' '}
      The difference was found on {shortDateTime(since)}. A log line of the new version lists what differs. If the new
      state is right, start the new version with <code className="wrap-anywhere">ACCEPT_READ_MODELS={name}</code>. If
      not, start the former version again.
    </>
  )
}

function Building({ name, building: { read, of } }: { name: string; building: NonNullable<ReadModel['building']> }) {
  const percent = of > 0 ? Math.floor((read / of) * 100) : 0
  return (
    <>
      <b className="font-semibold">
        {pagesOf(name)} are being rebuilt: {percent} % of the log has been read.
      </b>{' '}
      Until the rebuild is complete, the pages show the earlier state.
    </>
  )
}

function LeftOut({ name, leftOut: { count, newest } }: ReadModel) {
  return (
    <>
      <b className="font-semibold">
        {pagesOf(name)} lack {eventCount(count)}, because of errors.
      </b>{' '}
      {newest[0] && `The newest error was at ${shortDateTime(newest[0].at)}. ${causeOf(newest[0])}`} To complete the
      pages, start a version of the shop that can process these events. It rebuilds the pages.
    </>
  )
}

const causeOf = ({ event: { type, stream }, error }: ReadModelFailure) => `${type} in ${stream}: ${error}.`

const pagesOf = (name: string) => {
  const [readModel = '', number] = name.split('@')
  return number ? `The ${readModelWords(readModel)}` : name
}
