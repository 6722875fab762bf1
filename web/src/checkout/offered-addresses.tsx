import type { SavedAddress } from '@shop/language/address/answers'
import type { ShippingAddress } from '@shop/language/address/api'
import type { Order } from '@shop/language/order/api'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { addressBook, withoutId } from '../orders/address-book-api.ts'
import { addressLines } from '../orders/address-lines.tsx'
import { orderQueries } from '../orders/orders-api.ts'
import { isComplete } from '../orders/parcel-address.tsx'
import { Button } from '../ui/button.tsx'
import { isSameAddress } from './same-address.ts'

const FEW = 2

export function OfferedAddresses({ onTake }: { onTake: (address: ShippingAddress) => void }) {
  const { data: orders = [] } = useQuery(orderQueries.lately())
  const { data: book = [] } = useQuery(addressBook)
  const [isTaken, setTaken] = useState(false)
  const [isAll, setAll] = useState(false)
  const offered = offeredOf(orders, book)
  if (offered.length === 0 || isTaken) return null
  const shown = isAll ? offered : offered.slice(0, FEW)
  return (
    <div className="grid gap-3 bg-chalk px-4 py-3.5 text-[0.90625rem]">
      {shown.map(({ words, address }) => (
        <div key={words} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p className="min-w-0 flex-1 basis-56 text-rinse wrap-anywhere">{words}</p>
          <Button
            variant="outline"
            small
            onClick={() => {
              setTaken(true)
              onTake(address)
            }}
          >
            Use this address
            <span className="sr-only">, {address.address}</span>
          </Button>
        </div>
      ))}
      {shown.length < offered.length && (
        <Button variant="quiet" small className="justify-self-start" onClick={() => setAll(true)}>
          {`Show all ${offered.length} addresses`}
        </Button>
      )}
    </div>
  )
}

function offeredOf(orders: readonly Order[], book: readonly SavedAddress[]) {
  const saved = book.map(withoutId)
  const last = orders.map(({ shippingAddress }) => shippingAddress).find(isComplete)
  const isNew = last && !saved.some((one) => isSameAddress(one, last))
  return [
    ...(isNew ? [{ words: `From an earlier order: ${inWords(last)}`, address: last }] : []),
    ...saved.map((address) => ({ words: inWords(address), address })),
  ]
}

const inWords = (address: ShippingAddress) => addressLines({ ...address, phone: '' }).join(', ')
