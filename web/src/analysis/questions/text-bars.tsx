import { numeral } from '../../lib/numeral.ts'

const MOST = 20

type BarsProps = {
  label: string
  names: readonly string[]
  /** Null for a name without a number. */
  values: readonly (number | null)[]
  others?: readonly (number | null)[]
  words?: (value: number) => string
}

export function TextBars({ label, names, values, others, words = numeral }: BarsProps) {
  const highest = Math.max(...[...values, ...(others ?? [])].map((value) => value ?? 0), 0)
  const numberIn = (each: BarsProps['values'], at: number) => {
    const value = each[at] ?? null
    return value === null ? 'none' : words(value)
  }
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
                <span className="num text-stone">{numberIn(each, at)}</span>
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

const share = (value: number | null = 0, highest: number) => (highest === 0 ? 0 : (value ?? 0) / highest)
