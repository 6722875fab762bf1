import { FEW_CASES } from '../reports/few-cases.ts'

export const OfFew = ({ count }: { count: number | undefined }) =>
  count !== undefined && (
    <span className="type-xsmall block whitespace-nowrap text-stone">
      {count === 1 ? 'from 1 case' : `from ${count} cases`}
    </span>
  )

export const FewNote = () => (
  <p className="type-small mb-2 text-rinse">
    Chance may decide a rate or an average from fewer than {FEW_CASES} cases, so the number of its cases is beside it.
  </p>
)
