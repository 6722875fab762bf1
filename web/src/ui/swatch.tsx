import { Cloth } from './cloth.tsx'

type SwatchProps = {
  color: string
  tones: readonly string[] | undefined
  pressed: boolean
  mark?: 'none left' | undefined
  onPress: () => void
}

export function Swatch({ color, tones, pressed, mark, onPress }: SwatchProps) {
  const name = mark ? `${color} ${mark}` : color
  return (
    <button
      type="button"
      aria-label={name}
      aria-pressed={pressed}
      title={name}
      onClick={onPress}
      className={`group grid size-12 place-items-center outline-offset-0 ${mark ? 'sold-out' : ''}`}
    >
      <span
        aria-hidden
        className="size-7 overflow-hidden rounded-full border border-worn outline-raw group-hover:border-raw group-hover:outline group-hover:outline-offset-3 group-aria-pressed:outline-2 group-aria-pressed:outline-offset-3"
      >
        <svg aria-hidden viewBox="0 0 26 26" className="size-full">
          <Cloth tones={tones} />
        </svg>
      </span>
    </button>
  )
}
