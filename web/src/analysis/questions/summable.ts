import type { RunColumn } from '@shop/language/analysis/runs'

/** TABLE: words in the name of a column whose sum means nothing. */
const NOT_ADDED = new Set(
  `average avg mean median quantile percentile tenths percent percentage pct rate ratio share per price was min minimum max maximum lowest
  highest least most rank event version`.split(/\s+/),
)
/** The name of a column that numbers periods, such as `hour` or `dayOfWeek`. */
const PERIOD = /^(\w+of)?(year|quarter|month|week|weekday|dow|isodow|day|hour|minute)$/i

/** Whether the numbers of a column can be added up, by its name. Averages, percentages and prices cannot. */
export function isSummable({ name }: Pick<RunColumn, 'name'>): boolean {
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').split(/[^A-Za-z]+/)
  return !PERIOD.test(name) && !words.some((word) => NOT_ADDED.has(word.toLowerCase()))
}
