import type { Product } from '@shop/language/api/catalog'
import { MAX_QUANTITY } from '@shop/language/api/limits'
import { useId, useState } from 'react'
import { useAddToCart } from '../cart/add-to-cart.ts'
import { messageOf } from '../lib/api.ts'
import { leftOf } from '../products/left-of.ts'
import { toast } from '../ui/toast.ts'

/**
 * Size, colour and quantity that the shopper has chosen of a product. Nothing is preselected. `onRefused` is told of what somebody
 * wanted and could not have, with the error if it was the shop that refused it.
 */
export function usePurchase(product: Product, onRefused?: (size: string, color: string, error?: Error) => void) {
  const [color, setColor] = useState('')
  const [size, setSize] = useState('')
  const [wanted, setQuantity] = useState(1)
  const [isAsked, setAsked] = useState(false)
  const formId = useId()
  const addToCart = useAddToCart()
  const { _id: productId, colors, sizes, countInStock } = product
  const left = leftOf(product, size, color)
  const maxQuantity = Math.max(1, Math.min(MAX_QUANTITY, left))
  // The stock may fall while the page is open.
  const quantity = Math.min(wanted, maxQuantity)

  const add = () => {
    if (addToCart.isPending || left <= 0) return
    // A product that comes in no sizes or colors has nothing to choose.
    const missing = colors.length > 0 && !color ? 'Color' : sizes.length > 0 && !size ? 'Size' : undefined
    if (missing) {
      setAsked(true)
      lookAt(`${formId}${missing}`)
      toast.error('Please select a size and color before adding to cart.', { duration: 1500 })
      return
    }
    addToCart.mutate(
      { productId, size, color, quantity },
      {
        onSuccess: () => toast.success('Product added to cart successfully!', { duration: 1000 }),
        onError: (error) => {
          onRefused?.(size, color, error)
          toast.error(messageOf(error, 'Failed to add item to cart'))
        },
      },
    )
  }

  /** Loads the code of toasts ahead: adding to the cart will show one. What was added before was another choice. */
  const choosing = (set: (value: string) => void) => (value: string) => {
    toast.ahead()
    if (addToCart.isSuccess) addToCart.reset()
    set(value)
  }

  return {
    formId,
    /** Whether what is not chosen yet was asked for. */
    isAsked,
    color,
    setColor: choosing(setColor),
    size,
    setSize: choosing(setSize),
    quantity,
    setQuantity,
    add,
    onRefused,
    isAdding: addToCart.isPending,
    isAdded: addToCart.isSuccess,
    isSoldOut: countInStock <= 0,
    /** Of what is chosen so far. */
    left,
    maxQuantity,
  }
}

/** Brings a choice into view, with the focus on the first that can be chosen. */
function lookAt(id: string) {
  const choice = document.getElementById(id)
  choice?.scrollIntoView({ block: 'center' })
  choice?.querySelector<HTMLElement>('button:not([aria-disabled])')?.focus({ preventScroll: true })
}

export type Purchase = ReturnType<typeof usePurchase>
