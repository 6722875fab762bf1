import { numeral } from '../lib/numeral.ts'

/** A number of events at the end of a row. */
export const EventCount = ({ count }: { count: number }) => (
  <span className="num text-stone">
    {numeral(count)}
    <span className="sr-only"> events</span>
  </span>
)
