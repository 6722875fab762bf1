import type { ShippingAddress } from '@shop/language/address/api'
import type { Cart } from '@shop/language/cart/api'
import type { Checkout } from '@shop/language/checkout/api'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { cartQueries } from '../cart/cart-api.ts'
import { fieldError } from '../lib/field-error.ts'
import { keepTyped } from '../lib/typed-at-checkout.ts'
import { AddressFields, addressIn } from '../orders/address-fields.tsx'
import { Button } from '../ui/button.tsx'
import { Step } from './address-steps.tsx'
import { type Bought, boughtAlready } from './bought-already.tsx'
import { useStartCheckout } from './checkout-api.ts'
import { CheckoutRefusal } from './checkout-refusal.tsx'
import { DiscountCode, useDiscountCode } from './discount-code.tsx'
import { KeepInBook, useKeepInBook } from './keep-in-book.tsx'
import { ASKS, MissingFields, useMissingFields } from './missing-fields.tsx'
import { useNothingLeft } from './nothing-left.tsx'
import { OfferedAddresses } from './offered-addresses.tsx'

type DeliveryFormProps = {
  cart: Cart
  address: ShippingAddress
  changing: boolean
  onAddress: (address: ShippingAddress) => void
  onCheckout: (checkout: Checkout) => void
  onBought: (bought: Bought) => void
}

/** No field is required (spec §5). The form asks once for missing fields that a parcel needs (decisions P16). */
export function DeliveryForm({ cart, address, changing, onAddress, onCheckout, onBought }: DeliveryFormProps) {
  const queryClient = useQueryClient()
  const { mutate, isPending, error, reset } = useStartCheckout()
  const button = useRef<HTMLButtonElement>(null)
  const { missing, isEnough, filledIn, allFilledIn } = useMissingFields()
  const [offered, take] = useState<ShippingAddress>()
  const keepInBook = useKeepInBook()
  const discount = useDiscountCode()
  const { isOver, stop, message } = useNothingLeft(cart, reset)

  const start = (agreed: Cart, shippingAddress: ShippingAddress) => {
    if (isPending || agreed.products.length === 0) return
    if (isOver) return stop()
    onAddress(shippingAddress)
    mutate(
      { cart: agreed, shippingAddress, discountCode: discount.code },
      {
        onSuccess: onCheckout,
        onError: (refusal) => {
          const bought = boughtAlready(refusal)
          if (!bought) return
          discount.type('')
          onBought(bought)
        },
        // A refusal can mean that the cart has changed on the server.
        onSettled: () => queryClient.invalidateQueries({ queryKey: cartQueries.all }),
      },
    )
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isOver) return stop()
    const form = new FormData(event.currentTarget)
    const given = addressIn(form, address)
    if (!isEnough(given)) return
    keepInBook(form, given)
    start(cart, given)
  }
  return (
    <form
      className="grid gap-10"
      onSubmit={submit}
      onInput={({ currentTarget }) => keepTyped({ address: addressIn(new FormData(currentTarget), address) })}
    >
      <Step id="delivery" title="Delivery" entered={changing}>
        <OfferedAddresses
          onTake={(last) => {
            keepTyped({ address: last })
            take(last)
            allFilledIn()
            button.current?.focus()
          }}
        />
        <AddressFields
          key={offered ? 'offered' : 'own'}
          address={offered ?? address}
          errorOf={(name) =>
            fieldError(error, name) ?? missing.filter((field) => field === name).map((field) => ASKS[field])[0]
          }
          onInput={filledIn}
        />
        <KeepInBook />
      </Step>
      <DiscountCode {...discount} error={error} onEdited={reset} />
      <div className="grid gap-3">
        <CheckoutRefusal
          error={error}
          cart={cart}
          hasCode={discount.code.trim() !== ''}
          onAgree={(agreed) => start(agreed, address)}
          onCorrected={() => {
            reset()
            button.current?.focus()
          }}
        />
        {message}
        <Button ref={button} type="submit" className="w-full" busy={isPending} busyLabel="Holding your pieces...">
          Continue to Payment
        </Button>
        <MissingFields missing={missing} />
        <p className="type-xsmall text-stone">You pay on the next step, which shows how long we hold your pieces.</p>
      </div>
    </form>
  )
}
