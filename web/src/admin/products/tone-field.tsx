type ToneProps = {
  colors: readonly string[]
  tones: Readonly<Record<string, readonly string[]>>
  onChange: (color: string, tones: readonly string[]) => void
}

const UNDYED = '#f3f3f2'

export function ToneField({ colors, tones, onChange }: ToneProps) {
  if (colors.length === 0) return null
  return (
    <fieldset>
      <legend className="mb-1.5 text-[0.84375rem] leading-[1.3] font-[550]">Swatches</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-1">
        {colors.map((color) => {
          const [first = UNDYED, ...others] = tones[color] ?? []
          return (
            <label key={color} className="inline-flex min-h-11 cursor-pointer items-center gap-2 lg:min-h-9">
              <input
                type="color"
                value={first}
                onChange={({ target }) => onChange(color, [target.value, ...others])}
                className="size-11 lg:size-8 cursor-pointer border border-worn bg-bleach p-0.5"
              />
              {color}
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
