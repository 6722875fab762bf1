import { Minus, Plus } from './icons/icons.tsx'

type QuantityProps = {
  value: number
  onChange: (value: number) => void
  min?: number
  max?: number
  label?: string
  small?: boolean
}

export function Quantity({ value, onChange, min = 1, max = 99, label = 'Quantity', small = false }: QuantityProps) {
  const step =
    'grid h-full place-items-center hover:bg-chalk aria-disabled:cursor-not-allowed aria-disabled:bg-transparent aria-disabled:text-worn'
  return (
    // biome-ignore lint/a11y/useSemanticElements: some browsers cannot lay out a fieldset as an inline grid.
    <div
      role="group"
      aria-label={label}
      className={`inline-grid items-center border border-worn text-center ${
        small ? 'h-11.5 grid-cols-[44px_32px_44px]' : 'h-13 grid-cols-[52px_40px_52px]'
      }`}
    >
      <button
        type="button"
        className={step}
        aria-label="Decrease quantity"
        // A disabled button would lose the keyboard focus.
        aria-disabled={value <= min || undefined}
        onClick={() => value > min && onChange(Math.min(value - 1, max))}
      >
        <Minus className="size-4" />
      </button>
      <output className="num">{value}</output>
      <button
        type="button"
        className={step}
        aria-label="Increase quantity"
        aria-disabled={value >= max || undefined}
        onClick={() => value < max && onChange(value + 1)}
      >
        <Plus className="size-4" />
      </button>
    </div>
  )
}
