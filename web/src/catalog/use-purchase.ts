import { MAX_QUANTITY } from '@shop/language/limits'
import type { Product } from '@shop/language/product/api'
import { useId, useRef, useState } from 'react'
import { useAddToCart } from '../cart/add-to-cart.ts'
import { writeFailure } from '../lib/write-failure.ts'
import { leftOf } from '../products/left-of.ts'
import { toast } from '../ui/toast.ts'

/** Presses within this time count as one press, so that a double click or a held key adds only once. */
const ONE_PRESS_MS = 500

type PurchaseOptions = {
  /** The color in the URL, and its setter. By default, the hook keeps the color itself. */
  inAddress?: readonly [color: string, setColor: (color: string) => void]
  onRefused?: (size: string, color: string, error?: Error) => void
}

/** Only a color that the URL names is preselected. */
export function usePurchase(product: Product, { inAddress, onRefused }: PurchaseOptions = {}) {
  const chosenHere = useState('')
  const [color, setColor] = inAddress ?? chosenHere
  const [size, setSize] = useState('')
  const [wanted, setQuantity] = useState(1)
  const [isAsked, setAsked] = useState(false)
  const pressedAtMs = useRef(Number.NEGATIVE_INFINITY)
  const formId = useId()
  const addToCart = useAddToCart({
    onAdded: () => toast.success('Product added to cart successfully!', { duration: 1000 }),
    onRefused: (error, line) => {
      onRefused?.(line.size, line.color, error)
      toast.error(writeFailure(error, 'Failed to add item to cart'))
    },
  })
  const { _id: productId, colors, sizes, countInStock } = product
  const left = leftOf(product, size, color)
  const maxQuantity = Math.max(1, Math.min(MAX_QUANTITY, left))
  // The stock can decrease while the page is open.
  const quantity = Math.min(wanted, maxQuantity)

  const add = () => {
    if (addToCart.isPending || left <= 0) return
    const missing = colors.length > 0 && !color ? 'Color' : sizes.length > 0 && !size ? 'Size' : undefined
    if (missing) {
      setAsked(true)
      lookAt(`${formId}${missing}`)
      toast.error('Please select a size and color before adding to cart.', { duration: 1500 })
      return
    }
    const sinceMs = performance.now() - pressedAtMs.current
    pressedAtMs.current = performance.now()
    if (sinceMs > ONE_PRESS_MS) addToCart.mutate({ productId, size, color, quantity })
  }

  /** Loads the code for toasts in advance, because adding to the cart shows a toast. */
  const choosing = (set: (value: string) => void) => (value: string) => {
    toast.ahead()
    if (addToCart.isSuccess) addToCart.reset()
    pressedAtMs.current = Number.NEGATIVE_INFINITY
    set(value)
  }

  return {
    formId,
    /** Whether the user pressed "Add to Cart" while a choice was missing. */
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
    left,
    maxQuantity,
  }
}

function lookAt(id: string) {
  const choice = document.getElementById(id)
  choice?.scrollIntoView({ block: 'center' })
  choice?.querySelector<HTMLElement>('button:not([aria-disabled])')?.focus({ preventScroll: true })
}

export type Purchase = ReturnType<typeof usePurchase>
