import { useId } from 'react'
import { fieldError } from '../../lib/field-error.ts'
import { AdminButton } from '../parts/admin-button.tsx'
import { WideTable } from '../parts/wide-table.tsx'
import { type Draft, listIn } from './product-draft.ts'
import {
  ANY,
  axisOf,
  type CellField,
  cellAt,
  type Line,
  lineInWords,
  piecesDivided,
  withCell,
  withPasted,
} from './stock-cells.ts'

type StockProps = {
  draft: Draft
  onChange: (update: (draft: Draft) => Draft) => void
  error: Error | null
  isDivided: boolean
}

export function StockField({ draft, onChange, error, isDivided }: StockProps) {
  const [sizes, colors] = [listIn(draft.sizes), listIn(draft.colors)]
  const hasChoices = sizes.length + colors.length > 0
  if (draft.stock.length === 0)
    return !hasChoices || isDivided ? null : (
      <div>
        <AdminButton
          type="button"
          variant="outline"
          onClick={() =>
            onChange((now) => ({ ...now, stock: [{ ...ANY, sku: '', countInStock: now.countInStock || '0' }] }))
          }
        >
          Count by size and color
        </AdminButton>
      </div>
    )
  const refused = fieldError(error, 'stock')
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1.5 text-[0.84375rem] leading-[1.3] font-[550]">Stock by size and color</legend>
      {hasChoices && <Grid field="countInStock" draft={draft} onChange={onChange} />}
      {isDivided && (
        <p className="flex flex-wrap items-center gap-3 text-[0.84375rem]">
          <span aria-hidden>{lineInWords(ANY)}</span>
          <Cell line={ANY} field="countInStock" draft={draft} onChange={onChange} />
        </p>
      )}
      <StockSum draft={draft} isDivided={isDivided} />
      <p className="type-xsmall text-stone">
        {hasChoices
          ? 'You can paste cells of a spreadsheet into any cell.'
          : 'Pieces of removed sizes and colors stay in the stock ledger, but are not sold.'}
        {hasChoices &&
          isDivided &&
          ` When all pieces of a size and color are sold, new orders of it take pieces from “${lineInWords(ANY)}”.`}
      </p>
      {hasChoices && (
        <details>
          <summary className="cursor-pointer text-[0.84375rem] font-[550]">SKUs by size and color</summary>
          <div className="mt-3">
            <Grid field="sku" draft={draft} onChange={onChange} />
          </div>
        </details>
      )}
      {refused && (
        <p role="alert" className="type-xsmall text-bad">
          {refused}
        </p>
      )}
    </fieldset>
  )
}

function StockSum({ draft, isDivided }: Pick<StockProps, 'draft' | 'isDivided'>) {
  const all = Number(draft.countInStock)
  const divided = piecesDivided(draft.stock, listIn(draft.sizes), listIn(draft.colors))
  const sum = divided + Number(cellAt(draft.stock, ANY).countInStock)
  const choice = [draft.sizes && 'size', draft.colors && 'color'].filter(Boolean).join(' and ')
  const isDividing = !isDivided && choice !== ''
  const more = divided - all
  return (
    <p role="status" className="num text-[0.84375rem] font-[550]">
      {isDividing && all > 0 && `${Math.min(divided, all)} of ${piecesIn(all)} ${all === 1 ? 'is' : 'are'} divided. `}
      {isDividing && more < 0 && `The other ${-more} ${more === -1 ? 'is' : 'are'} sold in every ${choice}. `}
      {isDividing && more > 0 && all > 0 && <span className="text-warn">{`${more} more than the total. `}</span>}
      {(!isDividing || more > 0) && `${piecesIn(sum)} in all`}
    </p>
  )
}

const piecesIn = (count: number) => (count === 1 ? '1 piece' : `${count} pieces`)

type GridProps = Pick<StockProps, 'draft' | 'onChange'> & { field: CellField }

function Grid({ field, draft, onChange }: GridProps) {
  const id = useId()
  const [sizes, colors] = [axisOf(listIn(draft.sizes)), axisOf(listIn(draft.colors))]
  return (
    <WideTable label={field === 'sku' ? 'SKUs' : 'Pieces'}>
      <table className="text-[0.84375rem]">
        <thead>
          <tr>
            <td />
            {colors.map((color) => (
              <th key={color} scope="col" className="px-1 pb-1 text-left font-medium">
                {color || 'Pieces'}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sizes.map((size) => (
            <tr key={size}>
              <th scope="row" id={`${id}-${size}`} className="pr-3 text-left font-medium">
                {size || 'Pieces'}
              </th>
              {colors.map((color) => (
                <td key={color} className="p-1">
                  <Cell line={{ size, color }} field={field} draft={draft} onChange={onChange} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </WideTable>
  )
}

function Cell({ line, field, draft, onChange }: GridProps & { line: Line }) {
  const isCount = field === 'countInStock'
  return (
    <input
      aria-label={`${lineInWords(line)}: ${isCount ? 'pieces' : 'SKU'}`}
      className={`input-box num ${isCount ? 'w-20' : 'w-36'}`}
      inputMode={isCount ? 'numeric' : 'text'}
      autoComplete="off"
      {...(isCount && { pattern: '\\d{0,7}' })}
      maxLength={isCount ? 7 : 100}
      value={cellAt(draft.stock, line)[field]}
      onChange={({ target: { value } }) =>
        onChange((now) => ({ ...now, stock: withCell(now.stock, line, { [field]: value }) }))
      }
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        // As in a spreadsheet, Enter goes to the cell below.
        event.preventDefault()
        cellBelow(event.currentTarget)?.focus()
      }}
      onPaste={(event) => {
        const axes = [listIn(draft.sizes), listIn(draft.colors)] as const
        const text = event.clipboardData.getData('text/plain')
        const stock = withPasted(draft.stock, axes, line, field, text)
        if (!stock) return
        event.preventDefault()
        onChange((now) => ({ ...now, stock: withPasted(now.stock, axes, line, field, text) ?? now.stock }))
      }}
    />
  )
}

function cellBelow(input: HTMLInputElement) {
  const cell = input.closest('td')
  const row = input.closest('tr')?.nextElementSibling as HTMLTableRowElement | null | undefined
  return cell && row?.cells[cell.cellIndex]?.querySelector('input')
}
