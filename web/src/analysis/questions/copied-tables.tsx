import { Fragment, useState } from 'react'
import { AdminButton } from '../../admin/parts/admin-button.tsx'
import { Panel } from '../../admin/parts/panel.tsx'
import { SearchField } from '../../admin/parts/search-field.tsx'
import { ChevronDown } from '../../ui/icons/page-icons.tsx'
import { useCopyStatus } from '../analysis-status.ts'
import { EventCount } from '../event-count.tsx'
import { columnMeaning } from '../text-words.ts'
import { asOfFunctions } from './as-of-functions.ts'
import { columnWords } from './column-words.ts'
import { trailTables } from './trail-tables.ts'

type TablesProps = { onInsert: (name: string) => void }

const FIRST = 10

type Listed = Readonly<{ name: string; events?: number; columns: readonly Column[] }>
type Column = Readonly<{ name: string; says: string; means?: readonly string[] }>

const FUNCTIONS: readonly Listed[] = Object.entries(asOfFunctions).map(([name, columns]) => ({
  name: `${name}(n)`,
  columns: columns.map((column) => ({
    name: column,
    says: '',
    means: columnMeaning(name, { name: column, type: 'BIGINT' }),
  })),
}))

export function CopiedTables({ onInsert }: TablesProps) {
  const { status } = useCopyStatus()
  const [words, setWords] = useState('')
  const [isAll, setAll] = useState(false)
  if (!status) return null
  const tables = status.tables.toSorted((a, b) => b.events - a.events).map(listed)
  const found = tables.filter((one) => has(one, words))
  const beside = [
    { title: 'From the trail of visits, not from the log', tables: trailTables.map(listed) },
    { title: 'What the shop showed after event n', tables: FUNCTIONS },
  ].flatMap(({ title, tables: all }) => {
    const some = all.filter((one) => has(one, words))
    return some.length > 0 ? [{ title, tables: some }] : []
  })
  const shown = isAll || words ? found : found.slice(0, FIRST)
  return (
    <Panel title="Tables">
      <SearchField label="Table or field" value={words} onFind={setWords} />
      <ul className="mt-3 border-t border-raw">
        {shown.map((table) => (
          <Table key={table.name} table={table} onInsert={onInsert} />
        ))}
      </ul>
      {shown.length < found.length && (
        <AdminButton variant="quiet" className="-ml-3" onClick={() => setAll(true)}>
          Show {found.length - shown.length} more
        </AdminButton>
      )}
      {beside.map(({ title, tables: some }) => (
        <Fragment key={title}>
          <h3 className="type-small mt-5 mb-1 text-rinse">{title}</h3>
          <ul className="border-t border-raw">
            {some.map((table) => (
              <Table key={table.name} table={table} onInsert={onInsert} />
            ))}
          </ul>
        </Fragment>
      ))}
      {shown.length + beside.length === 0 && <p className="py-3 text-rinse">No table or field has this name.</p>}
    </Panel>
  )
}

type Copied = NonNullable<ReturnType<typeof useCopyStatus>['status']>['tables'][number]

const listed = ({ name, events, columns }: Pick<Copied, 'name' | 'columns'> & Partial<Copied>): Listed => ({
  name,
  ...(events !== undefined && { events }),
  columns: columns.map((column) => ({
    name: column.name,
    says: columnWords(column),
    means: columnMeaning(name, column),
  })),
})

const Table = ({ table: { name, events, columns }, onInsert }: TablesProps & { table: Listed }) => (
  <li className="border-b border-hair">
    <details className="group">
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 py-1.5 hover:bg-chalk lg:min-h-9">
        <ChevronDown className="size-4! shrink-0 -rotate-90 group-open:rotate-0" />
        <span className="min-w-0 flex-1 wrap-anywhere">{name}</span>
        {events !== undefined && <EventCount count={events} />}
      </summary>
      <ul className="type-small pb-3 pl-6">
        <Name name={name} says={name.endsWith('(n)') ? 'the function' : 'the table'} onInsert={onInsert} />
        {columns.map((column) => (
          <Name key={column.name} {...column} onInsert={onInsert} />
        ))}
      </ul>
    </details>
  </li>
)

const Name = ({ name, says, means = [], onInsert }: TablesProps & Column) => (
  <li>
    <button
      type="button"
      onClick={() => onInsert(name)}
      className="flex min-h-11 w-full flex-wrap items-center justify-between gap-x-3 text-left hover:bg-chalk lg:min-h-8"
    >
      <code className="wrap-anywhere">
        <span className="sr-only">Insert </span>
        {name}
      </code>
      <span className="min-w-0 flex-1 text-right text-stone">{says}</span>
      {means.map((words) => (
        <span key={words} className="basis-full text-rinse">
          {words}
        </span>
      ))}
    </button>
  </li>
)

const has = ({ name, columns }: Listed, words: string) =>
  [name, ...columns.map((column) => `${column.name} ${column.says}`)]
    .join(' ')
    .toLowerCase()
    .includes(words.toLowerCase())
