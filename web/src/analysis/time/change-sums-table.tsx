import type { ThingAtTwoMoments, ThingKind } from '@shop/language/analysis/things'
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
    <table aria-label="Changes by type of event" className="admin-table num mt-2 max-w-200">
      <thead>
        <tr>
          <th scope="col">What</th>
          <th scope="col" data-end>
            Events
          </th>
          {columns.map(({ name }) => (
            <th key={name} scope="col" data-end className="whitespace-normal!">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
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
      </tbody>
    </table>
  )
}
