const MOST = 20

type BarsProps = {
  label: string
  names: readonly string[]
  values: readonly number[]
  others?: readonly number[]
  words?: (value: number) => string
}

export function TextBars({ label, names, values, others, words = inFull }: BarsProps) {
  const highest = Math.max(...values, ...(others ?? []), 0)
  return (
    <div role="img" aria-label={label} className="type-small grid gap-1.5">
      {names.slice(0, MOST).map((name, at) => (
        <div
          key={at}
          className="grid grid-cols-[minmax(0,9rem)_minmax(0,1fr)] lg:grid-cols-[minmax(0,18rem)_minmax(0,1fr)] items-center gap-3"
        >
          <span className="wrap-anywhere">{name}</span>
          <span className="min-w-0">
            {[values, ...(others ? [others] : [])].map((each, set) => (
              <span key={set} className="flex items-center gap-2">
                <i
                  className={`block h-3 ${set === 0 ? 'bg-vat' : 'bg-vat-2'}`}
                  style={{ width: `${share(each[at], highest) * 80}%` }}
                />
                <span className="num text-stone">{words(each[at] ?? 0)}</span>
              </span>
            ))}
          </span>
        </div>
      ))}
      {names.length > MOST && (
        <p className="text-stone">
          The bars show the first {MOST} of {names.length} rows.
        </p>
      )}
    </div>
  )
}

const inFull = (value: number) => value.toLocaleString('en-US')

const share = (value = 0, highest: number) => (highest === 0 ? 0 : value / highest)
