import type { RunColumn } from './runs.ts'

/** Whether a column of an answer has amounts in cents, such as `totalCents` or an average of it. The column's name decides. */
export const isMoney = ({ name, kind }: Pick<RunColumn, 'name' | 'kind'>): boolean =>
  (kind === 'integer' || kind === 'number') && /cents$/i.test(name)
