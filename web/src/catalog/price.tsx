import { formatMoney } from '../lib/money.ts'

/** The shown original price is the price plus this many dollars (decisions M9). */
const ABOVE_PRICE = 50

export function PriceWithOriginal({ price, className = '' }: { price: number; className?: string }) {
  return (
    <p className={`num flex items-baseline gap-3 ${className}`}>
      <span className="font-[550]">{formatMoney(price)}</span>
      <s className="text-[0.8em] font-normal text-stone decoration-1">
        <span className="sr-only">original </span>
        {formatMoney(price + ABOVE_PRICE)}
      </s>
    </p>
  )
}
