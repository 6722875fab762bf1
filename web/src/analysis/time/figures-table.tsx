import { Fragment, type ReactNode } from 'react'
import type { Cells } from '../../admin/parts/csv.ts'
import { formatMoney } from '../../lib/money.ts'
import { numeral } from '../../lib/numeral.ts'
import type { Asked } from './time-api.ts'
import type { Moment } from './use-moment.ts'

export type FigureRow = Readonly<{ name: string; asked: Asked; was: number; is: number }>
type TableProps = { groups: readonly { title: string; rows: readonly FigureRow[] }[]; moment: Moment }

/** The figures for a spreadsheet. */
export const figureCells = (groups: TableProps['groups']): Cells => [
  ['Period', 'Figure', 'Then', 'Now'],
  ...groups.flatMap(({ title, rows }) => rows.map(({ name, was, is }) => [title, name, was, is])),
]

/** Shows each figure as it was then and as it is now, and the change since then. Pressing the earlier figure opens its explanation. */
export const FiguresTable = ({ groups, moment }: TableProps) => (
  <table className="admin-table num mt-1.5">
    <thead>
      <tr>
        <th scope="col">Figure</th>
        <th scope="col" data-end>
          Then
        </th>
        <th scope="col" data-end>
          Now
        </th>
        <th scope="col" data-end className="max-sm:hidden">
          Since
        </th>
      </tr>
    </thead>
    <tbody>
      {groups.map(({ title, rows }) => (
        <Fragment key={title}>
          <tr>
            <th scope="rowgroup" colSpan={4} className="pt-4!">
              {title}
            </th>
          </tr>
          {rows.map(({ name, asked, was, is }) => (
            <tr key={name}>
              <td className="font-[550]">{name}</td>
              <td data-end>
                <FigureButton asked={asked} of={`${name}, ${title}`} moment={moment}>
                  <span className="text-[clamp(15px,4vw,20px)] font-[550] tracking-[-0.01em] font-stretch-80%">
                    {said(asked, was)}
                  </span>
                </FigureButton>
              </td>
              <td data-end className="text-stone">
                {said(asked, is)}
              </td>
              <td data-end className="text-stone max-sm:hidden">
                {signed(asked, Math.round((is - was) * 100) / 100)}
              </td>
            </tr>
          ))}
        </Fragment>
      ))}
    </tbody>
  </table>
)

type ButtonProps = { asked: Asked; of: string; moment: Moment; children: ReactNode }

/** A figure that opens the list of its events. */
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

/** The value of a figure as text: dollars, or a count of orders. */
export const said = ({ figure }: Pick<Asked, 'figure'>, value: number) =>
  figure === 'orders' ? numeral(value) : formatMoney(value)

export const signed = (asked: Pick<Asked, 'figure'>, value: number) =>
  value === 0 ? said(asked, 0) : `${value > 0 ? '+' : '−'} ${said(asked, Math.abs(value))}`
