/** The most names. More names would not be readable. */
const MOST = 20

type BarsProps = {
  label: string
  names: readonly string[]
  values: readonly number[]
  words?: (value: number) => string
}

/** A bar for each name, with a length in proportion to its number. */
export function TextBars({ label, names, values, words = (value) => value.toLocaleString('en-US') }: BarsProps) {
  const highest = Math.max(...values, 0)
  return (
    <div role="img" aria-label={label} className="type-small grid gap-1.5">
      {names.slice(0, MOST).map((name, at) => (
        <div
          key={at}
          className="grid grid-cols-[minmax(0,9rem)_minmax(0,1fr)] lg:grid-cols-[minmax(0,18rem)_minmax(0,1fr)] items-center gap-3"
        >
          <span className="wrap-anywhere">{name}</span>
          <span className="flex min-w-0 items-center gap-2">
            <i className="block h-3 bg-vat" style={{ width: `${share(values[at], highest) * 80}%` }} />
            <span className="num text-stone">{words(values[at] ?? 0)}</span>
          </span>
        </div>
      ))}
      {names.length > MOST && <p className="text-stone">The first {MOST} of the rows below</p>}
    </div>
  )
}

const share = (value = 0, highest: number) => (highest === 0 ? 0 : value / highest)
