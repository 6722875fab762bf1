import { MAX_PIECES } from '@shop/language/limits'
import type { Product } from '@shop/language/product/api'
import { useState } from 'react'
import { DollarField, Field } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import { goToNextField } from '../parts/next-field.ts'
import { lineInWords, linesOf } from '../products/stock-cells.ts'
import type { useReceiveStock } from './stock-api.ts'

type DialogProps = {
  product: Product
  receipt: ReturnType<typeof useReceiveStock>
  onClose: () => void
  onDone: (quantity: number) => void
}

export function ReceiveStockDialog({ product, receipt, onClose, onDone }: DialogProps) {
  const { mutate: receive, isPending, error } = receipt
  const [isEmpty, setEmpty] = useState(false)
  const lines = linesOf(product.sizes, product.colors)
  const isOne = lines.length === 1
  const Pieces = isOne ? 'div' : 'fieldset'
  const submit = (said: FormData) => {
    const cost = String(said.get('cost') ?? '').trim()
    const came = lines
      .map((line, place) => ({ ...line, quantity: Number(said.get(`pieces ${place}`)) }))
      .filter(({ quantity }) => quantity > 0)
    setEmpty(came.length === 0)
    if (came.length === 0) return
    const sum = came.reduce((pieces, { quantity }) => pieces + quantity, 0)
    receive({ lines: came, ...(cost !== '' && { cost: Number(cost) }) }, { onSuccess: () => onDone(sum) })
  }
  return (
    <FormDialog
      title="Receive stock"
      act="Receive"
      busy={isPending}
      error={error}
      failure="Failed to receive stock"
      note={isEmpty && <Note tone="bad">Type how many pieces came in.</Note>}
      onClose={onClose}
      onSubmit={submit}
    >
      <Pieces className="grid grid-cols-2 items-end gap-3">
        {!isOne && <legend className="mb-2 text-[0.84375rem] font-[550]">Pieces of each size and color</legend>}
        {lines.map((line, place) => (
          <Field
            key={lineInWords(line)}
            label={isOne ? 'Pieces' : lineInWords(line)}
            name={`pieces ${place}`}
            type="number"
            min={isOne ? 1 : 0}
            required={isOne}
            max={MAX_PIECES}
            step={1}
            inputMode="numeric"
            {...(!isOne && { onKeyDown: goToNextField })}
          />
        ))}
      </Pieces>
      <DollarField label="Cost of one piece in dollars" name="cost" min={0} hint="Optional" />
    </FormDialog>
  )
}
