import type { ShippingAddress } from '@shop/language/api/address'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { orderQueries } from '../orders/orders-api.ts'
import { isComplete } from '../orders/parcel-address.tsx'
import { Button } from '../ui/button.tsx'

/** Offers the address of the customer's last order, which they take or leave. */
export function LastAddress({ onTake }: { onTake: (address: ShippingAddress) => void }) {
  const { data: orders } = useQuery(orderQueries.lately())
  const [isTaken, setTaken] = useState(false)
  const last = orders?.map(({ shippingAddress }) => shippingAddress).find(isComplete)
  if (!last || isTaken) return null
  const { firstName, lastName, address, city, postalCode, country } = last
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 bg-chalk px-4 py-3.5 text-[14.5px]">
      <p className="min-w-0 flex-1 basis-56 text-rinse wrap-anywhere">
        Your last order went to {firstName} {lastName}, {address}, {postalCode} {city}, {country}.
      </p>
      <Button
        variant="outline"
        small
        onClick={() => {
          setTaken(true)
          onTake(last)
        }}
      >
        Use this address
      </Button>
    </div>
  )
}
