import { FEW_LEFT } from '@shop/language/limits'
import type { Product } from '@shop/language/product/api'
import type { ReactNode, Ref } from 'react'
import { ViewCart } from '../cart/view-cart.tsx'
import { leftOf } from '../products/left-of.ts'
import { Stitches } from '../products/stitches.tsx'
import { Button } from '../ui/button.tsx'
import { ChoiceButton } from '../ui/choice-button.tsx'
import { CircleAlert } from '../ui/icons/icons.tsx'
import { Quantity } from '../ui/quantity.tsx'
import { Swatch } from '../ui/swatch.tsx'
import type { Purchase } from './use-purchase.ts'

type FormProps = {
  product: Product
  purchase: Purchase
  buyRow?: Ref<HTMLDivElement> | undefined
  sizeGuide?: ReactNode
}

export function PurchaseForm({ product, purchase, buyRow, sizeGuide }: FormProps) {
  const { colors, tones, sizes } = product
  const { color, size, isSoldOut } = purchase
  return (
    <>
      {colors.length > 0 && (
        <Choice title="Color" chosen={color} purchase={purchase}>
          <div className="flex flex-wrap gap-x-5 gap-y-1">
            {colors.map((name) => {
              // Without tones, all swatches would look alike.
              const ColorButton = tones?.[name]?.[0] ? Swatch : ChoiceButton
              return (
                <ColorButton
                  key={name}
                  name={name}
                  tones={tones?.[name]}
                  pressed={name === color}
                  onPress={() => purchase.setColor(name)}
                />
              )
            })}
          </div>
        </Choice>
      )}
      {sizes.length > 0 && (
        <Choice title="Size" chosen={size} purchase={purchase}>
          <div className="flex flex-wrap gap-2">
            {sizes.map((name) => {
              const isGone = isSoldOut || leftOf(product, name, color) <= 0
              return (
                <ChoiceButton
                  key={name}
                  name={name}
                  mark={isGone ? 'sold out' : undefined}
                  pressed={name === size}
                  onPress={isGone ? undefined : () => purchase.setSize(name)}
                  onRefused={() => purchase.onRefused?.(name, color)}
                />
              )
            })}
          </div>
        </Choice>
      )}
      {sizeGuide}
      {isSoldOut ? (
        <div className="grid gap-2" ref={buyRow}>
          <Button disabled>Sold out</Button>
          <p className="type-small text-rinse">No pieces are left.</p>
        </div>
      ) : (
        <AddToCart purchase={purchase} buyRow={buyRow} />
      )}
    </>
  )
}

function AddToCart({ purchase, buyRow }: Pick<FormProps, 'purchase' | 'buyRow'>) {
  const { color, size, quantity, left } = purchase
  return (
    <div className="grid gap-2">
      <p aria-hidden className="text-[0.90625rem] font-semibold">
        Quantity
      </p>
      <div className="grid grid-cols-[auto_1fr] gap-2.5" ref={buyRow}>
        <Quantity value={quantity} onChange={purchase.setQuantity} max={purchase.maxQuantity} />
        <Button
          busy={purchase.isAdding}
          busyLabel="Adding..."
          disabled={left <= 0}
          onClick={purchase.add}
          className="px-3!"
        >
          Add to Cart
        </Button>
      </div>
      <div aria-live="polite">
        {purchase.isAdded && (
          <p className="flex items-center gap-3">
            In your cart. <ViewCart />
          </p>
        )}
        {left <= FEW_LEFT && (
          <p className="mt-1">
            <Stitches left={left} of={[size, color].filter(Boolean).join(', ')} />
          </p>
        )}
      </div>
    </div>
  )
}

type ChoiceProps = {
  title: 'Color' | 'Size'
  chosen: string
  purchase: Purchase
  children: ReactNode
}

function Choice({ title, chosen, purchase: { formId, isAsked }, children }: ChoiceProps) {
  const id = `${formId}${title}`
  const isMissing = isAsked && !chosen
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot stand in a row with the choice.
    <div
      id={id}
      role="group"
      aria-labelledby={`${id}-title`}
      aria-describedby={isMissing ? `${id}-missing` : undefined}
      className="grid gap-2"
    >
      <p className="flex flex-wrap items-center gap-x-1.5 text-[0.90625rem]">
        <span id={`${id}-title`} className="font-semibold">
          {title}
        </span>
        <span aria-live="polite">{title === 'Color' && chosen}</span>
        {isMissing && (
          <span id={`${id}-missing`} className="inline-flex items-center gap-1.5 text-bad">
            <CircleAlert className="size-4" />
            Choose a {title.toLowerCase()}
          </span>
        )}
      </p>
      {children}
    </div>
  )
}
