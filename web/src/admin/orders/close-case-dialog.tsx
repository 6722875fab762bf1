import { MAX_TEXT } from '@shop/language/api/limits'
import type { Order } from '@shop/language/api/orders'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import { useCloseRefundCase } from './admin-orders-api.ts'

/** Ends the refund case of a cancelled order without a refund. */
export function CloseCaseDialog({ order, onClose, onDone }: { order: Order; onClose: () => void; onDone: () => void }) {
  const { mutate: close, isPending, error } = useCloseRefundCase(order._id)
  return (
    <FormDialog
      title="Close without a refund"
      act="Close the case"
      busy={isPending}
      error={error}
      failure="Failed to close the refund case"
      onClose={onClose}
      onSubmit={(said) => close({ reason: String(said.get('reason') ?? '') }, { onSuccess: onDone })}
    >
      <Field label="Reason" name="reason" required maxLength={MAX_TEXT.reason} autoComplete="off" />
    </FormDialog>
  )
}
