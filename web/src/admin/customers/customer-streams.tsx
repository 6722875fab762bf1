import type { Customer } from '@shop/language/customer/api'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { AdminButton } from '../parts/admin-button.tsx'
import { AdminFailure } from '../parts/admin-failure.tsx'
import { streamAddress } from '../parts/stream-address.ts'
import { personPseudonym } from './customers-api.ts'

export function CustomerStreams({ customer: { _id } }: { customer: Customer }) {
  const navigate = useNavigate()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => personPseudonym(_id),
    onSuccess: ({ pseudonym }) => navigate(streamAddress(`account-${pseudonym}`)),
  })
  return (
    <div className="mt-2 grid justify-items-start gap-2">
      <AdminButton variant="outline" busy={isPending} onClick={() => mutate()}>
        Account and cart over time
      </AdminButton>
      <AdminFailure error={error} fallback="The events of this customer could not be fetched" />
    </div>
  )
}
