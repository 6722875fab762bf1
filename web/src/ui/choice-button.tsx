type ChoiceProps = {
  name: string
  pressed: boolean
  /** Why the choice is struck through. */
  mark?: 'sold out' | 'none left' | undefined
  small?: boolean
  /** Undefined if the choice is unavailable. The button stays focusable, so that screen readers can read the reason. */
  onPress: (() => void) | undefined
  /** Called when an unavailable choice is pressed. */
  onRefused?: (() => void) | undefined
}

export function ChoiceButton({ name, pressed, mark, small = false, onPress, onRefused }: ChoiceProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      aria-disabled={!onPress || undefined}
      onClick={onPress ?? onRefused}
      className={`grid place-items-center border text-[0.9375rem] font-medium transition-colors duration-[120ms] ${
        small ? 'h-11 min-w-11 flex-1 px-2' : 'h-12 min-w-13 px-3'
      } ${
        onPress
          ? 'border-worn hover:border-raw aria-pressed:border-raw aria-pressed:bg-raw aria-pressed:text-bleach forced-colors:aria-pressed:bg-[Highlight] forced-colors:aria-pressed:text-[HighlightText] forced-colors:aria-pressed:forced-color-adjust-none'
          : 'cursor-not-allowed border-faded'
      } ${mark ? 'sold-out text-stone' : 'bg-bleach'}`}
    >
      {name}
      {mark && <span className="sr-only"> {mark}</span>}
    </button>
  )
}
