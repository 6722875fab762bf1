import type { OrderStatus } from '@shop/language/api/order-status'
import { SelectBox } from '../parts/select-box.tsx'

/** All the statuses there are; any can be set at any time (spec §4). */
export const statuses: readonly OrderStatus[] = ['Processing', 'Shipped', 'Delivered', 'Cancelled']

type SelectProps = { id: string; status: OrderStatus; label: string; onChange: (status: OrderStatus) => void }

export const StatusSelect = ({ id, status, label, onChange }: SelectProps) => (
  <SelectBox
    id={id}
    aria-label={label}
    choices={statuses}
    value={status}
    onChange={({ target }) => onChange(target.value as OrderStatus)}
  />
)
