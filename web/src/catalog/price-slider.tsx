import { useEffect, useState } from 'react'
import { having, MAX_PRICE } from './filters.ts'
import { useFilters } from './use-filters.ts'

const SETTLE_MS = 250

/** The right end means "no limit", because products may cost more than `MAX_PRICE` (decisions P5). */
export function PriceSlider() {
  const { params, change } = useFilters()
  const inAddress = Number(params.get('maxPrice') ?? MAX_PRICE)
  const [price, setPrice] = useState(inAddress)
  useEffect(() => setPrice(inAddress), [inAddress])

  useEffect(() => {
    if (price === inAddress) return
    const timer = setTimeout(
      () => change((now) => having(now, 'maxPrice', price < MAX_PRICE ? [String(price)] : []), { replace: true }),
      SETTLE_MS,
    )
    return () => clearTimeout(timer)
  })

  return (
    <>
      <input
        type="range"
        min={0}
        max={MAX_PRICE}
        step={5}
        value={Math.min(price, MAX_PRICE)}
        onChange={(event) => setPrice(event.target.valueAsNumber)}
        aria-label="Maximum price"
        aria-valuetext={price < MAX_PRICE ? `${price} dollars` : `${MAX_PRICE} dollars and more`}
        className="slider"
        // Set by script, because the content security policy forbids style attributes in HTML.
        ref={(input) => input?.style.setProperty('--share', `${Math.min(price, MAX_PRICE)}%`)}
      />
      <p aria-hidden className="num type-small flex justify-between">
        <span>$0</span>
        <span>{price < MAX_PRICE ? `$${price}` : `$${MAX_PRICE}+`}</span>
      </p>
    </>
  )
}
