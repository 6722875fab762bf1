type SwatchProps = {
  /** The colour's name, which is also what is sent. */
  color: string
  tones: readonly string[] | undefined
  type: 'radio' | 'checkbox'
  name: string
  checked: boolean
  onChange: () => void
}

export function Swatch({ color, tones, type, name, checked, onChange }: SwatchProps) {
  return (
    <label className="relative grid size-12 place-items-center" title={color}>
      <input
        type={type}
        name={name}
        value={color}
        checked={checked}
        onChange={onChange}
        aria-label={color}
        className="peer absolute inset-0 size-full cursor-pointer appearance-none outline-offset-0"
      />
      <span
        aria-hidden
        className="pointer-events-none size-7 rounded-full border border-worn outline-raw peer-checked:outline-2 peer-checked:outline-offset-3"
        style={{ background: clothOf(tones) }}
      />
    </label>
  )
}

/** One tone, or two for stripes and checks, the wider first. */
export const clothOf = ([main, second]: readonly string[] = []): string =>
  second ? `repeating-linear-gradient(90deg, ${main} 0 5px, ${second} 5px 8px)` : (main ?? 'var(--color-chalk)')
