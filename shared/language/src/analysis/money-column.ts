import type { RunColumn } from './runs.ts'

/** Matches `totalCents`, `total_cents` and `cents`, but not `accents`. */
const NAMES = [/[a-z]Cents$/, /(?:^|[^a-z])cents$/i]

export const isCents = (name: string): boolean => NAMES.some((one) => one.test(name))

/** Whether a column of an answer has amounts in cents, by its name, such as `totalCents`. Pages show them in dollars. */
export const isMoney = ({ name, kind }: Pick<RunColumn, 'name' | 'kind'>): boolean =>
  (kind === 'integer' || kind === 'number') && isCents(name)
