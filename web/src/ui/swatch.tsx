import { Cloth } from './cloth.tsx'

type SwatchProps = {
  name: string
  tones: readonly string[] | undefined
  pressed: boolean
  mark?: 'none left' | undefined
  onPress: () => void
}

export function Swatch({ name, tones, pressed, mark, onPress }: SwatchProps) {
  const label = mark ? `${name} ${mark}` : name
  return (
    <button
      type="button"
      aria-label={label}
      aria-pressed={pressed}
      title={label}
      onClick={onPress}
      className={`group -mx-2.5 grid size-12 place-items-center outline-offset-0 ${mark ? 'sold-out' : ''}`}
    >
      <span className="size-7 overflow-hidden rounded-full border border-worn outline-raw group-hover:border-raw group-hover:outline group-hover:outline-offset-3 group-aria-pressed:outline-2 group-aria-pressed:outline-offset-3">
        <svg aria-hidden viewBox="0 0 26 26" className="size-full">
          <Cloth tones={tones} />
        </svg>
      </span>
    </button>
  )
}
