import type { OrderedItem } from '@shop/language/order/api'
import { type ReactNode, useId } from 'react'
import { choiceOf } from '../cart/choice.ts'
import type { ChosenPieces } from './chosen-pieces.ts'

type ChoiceProps = {
  legend: string
  items: readonly OrderedItem[]
  /** The most pieces of a line that can be chosen. A line with 0 is left out. */
  mostOf: (item: OrderedItem, line: number) => number
  chosen: ChosenPieces
  onChoose: (chosen: ChosenPieces) => void
  more?: (item: OrderedItem, line: number) => ReactNode
}

export function PiecesChoice({ legend, items, mostOf, chosen, onChoose, more }: ChoiceProps) {
  const id = useId()
  return (
    <fieldset>
      <legend className="mb-1.5 text-[0.84375rem] font-[550]">{legend}</legend>
      <ul className="border-t border-hair">
        {items.map((item, line) => {
          const most = mostOf(item, line)
          if (most === 0) return null
          return (
            <li key={line} className="flex flex-wrap items-center justify-between gap-x-4 border-b border-hair py-2">
              <label htmlFor={`${id}-${line}`} className="min-w-0 flex-1 text-[0.90625rem]">
                {item.name}
                <span className="type-xsmall block text-stone">{choiceOf(item)}</span>
              </label>
              <select
                id={`${id}-${line}`}
                className="input-box w-20! shrink-0"
                value={chosen[line] ?? 0}
                onChange={({ target }) => onChoose({ ...chosen, [line]: Number(target.value) })}
              >
                {Array.from({ length: most + 1 }, (_, count) => (
                  <option key={count} value={count}>
                    {count}
                  </option>
                ))}
              </select>
              {more?.(item, line)}
            </li>
          )
        })}
      </ul>
    </fieldset>
  )
}
