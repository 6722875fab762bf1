import type { ThingAtTwoMoments, ThingKind } from '@shop/language/analysis/things'
import { AdminTable } from '../../admin/parts/admin-table.tsx'
import { formatMoney } from '../../lib/money.ts'
import { numeral } from '../../lib/numeral.ts'
import { withSign } from '../with-sign.ts'
import { changeSums } from './change-sums.ts'

export function ChangeSums({ kind, found }: { kind: ThingKind; found: ThingAtTwoMoments }) {
  const { columns, then, rows, now } = changeSums(kind, found)
  if (rows.every(({ adds }) => adds.every((value) => value === 0))) return null
  const text = (at: number) => (columns[at]!.isMoney ? formatMoney : numeral)
  const ends = (name: string, values: readonly number[]) => (
    <tr className="font-semibold">
      <th scope="row">{name}</th>
      <td />
      {values.map((value, at) => (
        <td key={columns[at]!.name} data-end>
          {text(at)(value)}
        </td>
      ))}
    </tr>
  )
  return (
    <AdminTable
      label="Changes by type of event"
      className="num mt-2 max-w-200"
      columns={[
        'What',
        { title: 'Events', end: true },
        ...columns.map(({ name }) => ({ title: name, end: true, className: 'whitespace-normal!' })),
      ]}
    >
      {ends('First moment', then)}
      {rows.map(({ name, events, adds }) => (
        <tr key={name}>
          <td>{name}</td>
          <td data-end className="text-stone">
            {events === undefined ? '' : numeral(events)}
          </td>
          {adds.map((value, at) => (
            <td key={columns[at]!.name} data-end className="whitespace-nowrap">
              {withSign(text(at), value)}
            </td>
          ))}
        </tr>
      ))}
      {ends('Second moment', now)}
    </AdminTable>
  )
}
