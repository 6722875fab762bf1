import { numeral } from '../lib/numeral.ts'

export const EventCount = ({ count }: { count: number }) => (
  <span className="num text-stone">
    {numeral(count)}
    <span className="sr-only"> events</span>
  </span>
)
