type SizeProps = { size: string; pressed: boolean; soldOut?: boolean; small?: boolean; onPress: () => void }

export function SizeButton({ size, pressed, soldOut = false, small = false, onPress }: SizeProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      // Stays focusable, so that it can say why it cannot be chosen.
      aria-disabled={soldOut || undefined}
      onClick={() => !soldOut && onPress()}
      className={`grid place-items-center border text-[15px] font-medium transition-colors duration-[120ms] ${
        small ? 'h-11 min-w-11 flex-1 px-2' : 'h-12 min-w-13 px-3'
      } ${
        soldOut
          ? 'sold-out cursor-not-allowed border-faded text-stone'
          : 'border-worn bg-bleach hover:border-raw aria-pressed:border-raw aria-pressed:bg-raw aria-pressed:text-bleach'
      }`}
    >
      {size}
      {soldOut && <span className="sr-only"> sold out</span>}
    </button>
  )
}
