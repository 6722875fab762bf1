import { Fragment, type ReactNode } from 'react'
import { AdminTable } from '../../admin/parts/admin-table.tsx'
import type { Cells } from '../../admin/parts/csv.ts'
import { formatMoney } from '../../lib/money.ts'
import { numeral } from '../../lib/numeral.ts'
import { withSign } from '../with-sign.ts'
import type { Asked } from './time-api.ts'
import type { Moment } from './use-moment.ts'

/** A period in which the shop had not opened yet has these words instead of figures. */
export const NOT_OPEN = 'not open yet'

/** A figure then and now, null if the shop had not opened yet. `asked` is the query for the figure's explanation. */
export type FigureRow = Readonly<{
  name: string
  asked?: Asked
  was: number | null
  is: number | null
  text?: (value: number) => string
  /** Writes a difference. By default, `text` does. */
  change?: (value: number) => string
}>
export type FigureGroup = Readonly<{ title: string; rows: readonly FigureRow[] }>
type TableProps = { groups: readonly FigureGroup[]; moment: Moment }

export const figureCells = (groups: TableProps['groups']): Cells => [
  ['Period', 'Figure', 'Then', 'Now'],
  ...groups.flatMap(({ title, rows }) =>
    rows.map(({ name, was, is }) => [title, name, was ?? NOT_OPEN, is ?? NOT_OPEN]),
  ),
]

const COLUMNS = [
  'Figure',
  { title: 'Then', end: true },
  {
    title: (
      <>
        Now<span className="sm:hidden">, since</span>
      </>
    ),
    end: true,
  },
  { title: 'Since', end: true, className: 'max-sm:hidden' },
]

export const FiguresTable = ({ groups, moment }: TableProps) => (
  <AdminTable className="num mt-1.5" columns={COLUMNS}>
    {groups.map(({ title, rows }) => (
      <Fragment key={title}>
        <tr>
          <th scope="rowgroup" colSpan={4} className="pt-4! whitespace-normal!">
            {title}
          </th>
        </tr>
        {rows.map((row) => (
          <tr key={row.name}>
            <td className="font-[550]">{row.name}</td>
            <td data-end>
              <Then row={row} title={title} moment={moment} />
            </td>
            <td data-end className="text-stone">
              {row.is === null ? NOT_OPEN : textOf(row)(row.is)}
              <span className="type-xsmall block whitespace-nowrap sm:hidden">{sinceOf(row)}</span>
            </td>
            <td data-end className="text-stone max-sm:hidden">
              {sinceOf(row)}
            </td>
          </tr>
        ))}
      </Fragment>
    ))}
  </AdminTable>
)

function Then({ row, title, moment }: { row: FigureRow; title: string; moment: Moment }) {
  if (row.was === null) return <span className="text-stone">{NOT_OPEN}</span>
  const text = (
    <span className="text-[clamp(15px,4vw,20px)] font-[550] tracking-[-0.01em] font-stretch-80%">
      {textOf(row)(row.was)}
    </span>
  )
  if (!row.asked) return text
  return (
    <FigureButton asked={row.asked} of={`${row.name}, ${title}`} moment={moment}>
      {text}
    </FigureButton>
  )
}

const sinceOf = (row: FigureRow) =>
  row.is !== null && row.was !== null && withSign(row.change ?? textOf(row), Math.round((row.is - row.was) * 100) / 100)

const textOf = ({ text = numeral }: FigureRow) => text

type ButtonProps = { asked: Asked; of: string; moment: Moment; children: ReactNode }

export const FigureButton = ({ asked, of, moment, children }: ButtonProps) => (
  <button
    type="button"
    data-figure
    aria-pressed={isSame(asked, moment.asked)}
    onClick={() => moment.explain(asked)}
    className="min-h-11 underline decoration-1 underline-offset-4 aria-pressed:decoration-thread aria-pressed:decoration-2 lg:min-h-8"
  >
    {children}
    <span className="sr-only">, explain {of}</span>
  </button>
)

const isSame = (one: Asked, other: Asked | undefined) =>
  one.figure === other?.figure && one.from === other.from && one.to === other.to

export const said = ({ figure }: Pick<Asked, 'figure'>, value: number) =>
  figure === 'orders' ? numeral(value) : formatMoney(value)

export const signed = (asked: Pick<Asked, 'figure'>, value: number) => withSign((size) => said(asked, size), value)
