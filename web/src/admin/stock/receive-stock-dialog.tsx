import { MAX_PIECES } from '@shop/language/limits'
import type { Product } from '@shop/language/product/api'
import { DollarField, Field } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-box.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import { ANY, lineInWords, linesOf } from '../products/stock-cells.ts'
import type { useReceiveStock } from './stock-api.ts'

type DialogProps = {
  product: Product
  receipt: ReturnType<typeof useReceiveStock>
  onClose: () => void
  onDone: (quantity: number) => void
}

export function ReceiveStockDialog({ product, receipt, onClose, onDone }: DialogProps) {
  const { mutate: receive, isPending, error } = receipt
  const lines = linesOf(product.sizes, product.colors)
  const submit = (said: FormData) => {
    const cost = String(said.get('cost') ?? '').trim()
    const quantity = Number(said.get('quantity'))
    const line = lines[Number(said.get('line') ?? 0)] ?? ANY
    receive({ ...line, quantity, ...(cost !== '' && { cost: Number(cost) }) }, { onSuccess: () => onDone(quantity) })
  }
  return (
    <FormDialog
      title="Receive stock"
      act="Receive"
      busy={isPending}
      error={error}
      failure="Failed to receive stock"
      onClose={onClose}
      onSubmit={submit}
    >
      {lines.length > 1 && (
        <SelectField
          label="Size and color"
          name="line"
          choices={lines.map((line, place) => ({ value: `${place}`, label: lineInWords(line) }))}
        />
      )}
      <Field
        label="Pieces"
        name="quantity"
        type="number"
        min={1}
        max={MAX_PIECES}
        step={1}
        inputMode="numeric"
        required
      />
      <DollarField label="Cost of one piece in dollars" name="cost" min={0} hint="Optional" />
    </FormDialog>
  )
}
