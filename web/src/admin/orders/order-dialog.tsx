import type { ComponentProps } from 'react'
import { OrderChanged } from '../../orders/order-changed.tsx'
import { changedOrderIn } from '../../orders/order-version.ts'
import type { useShownOrder } from '../../orders/use-shown-order.ts'
import { FormDialog } from '../parts/form-dialog.tsx'

type DialogProps = Omit<ComponentProps<typeof FormDialog>, 'note'> & { shown: ReturnType<typeof useShownOrder> }

/** If another admin has changed the order meanwhile, the dialog lists the differences and asks again. */
export const OrderDialog = ({ shown: { changes }, error, ...dialog }: DialogProps) => {
  const isChanged = changedOrderIn(error) !== undefined
  return (
    <FormDialog
      {...dialog}
      error={isChanged ? null : error}
      note={isChanged && changes && <OrderChanged changes={changes} />}
    />
  )
}
