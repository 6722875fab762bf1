import { FEW_CASES } from '../reports/few-cases.ts'

export const OfFew = ({ count }: { count: number | undefined }) =>
  count !== undefined && <span className="type-xsmall block whitespace-nowrap text-stone">of {count} only</span>

export const FewNote = () => (
  <p className="type-small mb-2 text-rinse">
    “of 3 only” beside a number means that the number was calculated from only 3 cases. Rates and averages from fewer
    than {FEW_CASES} cases have such a mark, because chance may decide them.
  </p>
)
