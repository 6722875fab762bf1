import type { EventType } from '@shop/language/analysis/answers'
import type { AnalysisStatus, CopiedEvent } from '@shop/language/analysis/api'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AdminFailure } from '../../admin/parts/admin-failure.tsx'
import { AdminTable } from '../../admin/parts/admin-table.tsx'
import { numeral } from '../../lib/numeral.ts'
import { ChevronDown } from '../../ui/icons/page-icons.tsx'
import { Loading } from '../../ui/skeleton.tsx'
import { EventCount } from '../event-count.tsx'
import { columnMeaning } from '../text-words.ts'
import { seenEvents } from './catalog-api.ts'

type EntryProps = {
  event: EventType
  table: AnalysisStatus['tables'][number] | undefined
  count: number | undefined
}

export function EventEntry({ event: { type, says, version, fields, writtenBy, readBy }, table, count }: EntryProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <li className="border-b border-hair">
      <details className="group" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="flex min-h-11 cursor-pointer flex-wrap items-baseline gap-x-4 gap-y-0.5 py-2.5 hover:bg-chalk">
          <b className="basis-full font-[550] wrap-anywhere lg:basis-56">{type}</b>
          <span className="min-w-0 flex-1 basis-60 text-rinse">{withCode(says)}</span>
          <ChevronDown className="order-last shrink-0 self-center group-open:rotate-180" />
          {count !== undefined && <EventCount count={count} />}
        </summary>
        <div className="grid gap-4 pt-1 pb-5 xl:grid-cols-[minmax(0,1fr)_280px] xl:gap-10">
          <div className="grid min-w-0 content-start gap-4">
            {fields.length > 0 && <Fields type={type} fields={fields} columns={table?.columns ?? []} />}
            {isOpen && count !== undefined && count > 0 && <SeenEvents type={type} count={count} />}
          </div>
          <dl className="type-small grid content-start gap-3">
            <Names label="Written by" names={writtenBy} none="Only earlier versions of the shop" />
            <Names label="Read by" names={readBy} none="No read model and no process manager" />
            <Names label="Shape" names={[`version ${version}`]} none="" />
          </dl>
        </div>
      </details>
    </li>
  )
}

type FieldsProps = Pick<EventType, 'type' | 'fields'> & Pick<AnalysisStatus['tables'][number], 'columns'>

const Fields = ({ type, fields, columns }: FieldsProps) => (
  <div>
    <AdminTable className="type-small" label={`Fields of ${type}`} columns={['Field', 'Type', 'In the copy']}>
      {fields.map(({ name, type: fieldType, treatment }) => (
        <tr key={name}>
          <td className="align-top font-[550] whitespace-nowrap">{name}</td>
          <td className="align-top wrap-anywhere">
            <code>{fieldType}</code>
            {columnMeaning(type, {
              ...columns.find((column) => column.name === name),
              ...{ name, type: fieldType },
            }).map((words) => (
              <span key={words} className="block text-rinse">
                {words}
              </span>
            ))}
          </td>
          <td className="align-top">{treatments[treatment]}</td>
        </tr>
      ))}
    </AdminTable>
  </div>
)

const withCode = (says: string) =>
  says.split('`').map((part, index) => (index % 2 === 1 ? <code key={part}>{part}</code> : part))

const Names = ({ label, names, none }: { label: string; names: readonly string[]; none: string }) => (
  <div>
    <dt className="text-stone">{label}</dt>
    {names.length === 0 && <dd>{none}</dd>}
    {names.map((name) => (
      <dd key={name} className="wrap-anywhere">
        {name}
      </dd>
    ))}
  </div>
)

const treatments: Readonly<Record<EventType['fields'][number]['treatment'], string>> = {
  kept: 'As it is',
  pseudonym: 'A pseudonym',
  mixed: 'Partly as pseudonyms',
  personal: 'Not copied: personal',
}

function SeenEvents({ type, count }: { type: string; count: number }) {
  const { data, error, isLoading, refetch } = useQuery(seenEvents(type, count))
  if (isLoading) return <Loading />
  return (
    <div>
      <AdminFailure error={error} fallback="Failed to fetch the events of this type" onRetry={() => void refetch()} />
      {data?.first && data.last && (
        <>
          <dl className="type-small flex flex-wrap gap-x-10 gap-y-3">
            <Seen label="First seen" event={data.first} />
            <Seen label="Last seen" event={data.last} />
          </dl>
          <p className="type-small mt-3 text-stone">Sample: event {numeral(data.last.event)}</p>
          <pre className="type-small mt-1 whitespace-pre-wrap wrap-anywhere">
            {JSON.stringify(data.last.data, null, 2)}
          </pre>
        </>
      )}
    </div>
  )
}

const Seen = ({ label, event: { recordedAt, event } }: { label: string; event: CopiedEvent }) => (
  <div>
    <dt className="text-stone">{label}</dt>
    <dd className="num">
      {recordedAt ? `${recordedAt.slice(0, 19).replace('T', ' ')} UTC` : 'At an unknown time'}, event {numeral(event)}
    </dd>
  </div>
)
