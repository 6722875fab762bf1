import type { RunColumn } from './runs.ts'

/** Whether a column of an answer has amounts in cents, by its name, such as `totalCents`. */
export const isMoney = ({ name, kind }: Pick<RunColumn, 'name' | 'kind'>): boolean =>
  (kind === 'integer' || kind === 'number') && /cents$/i.test(name)
