/**
 * The evidence of a row, as SQL. `counted` is a list with the events that the row counts. They come first. `deciding` is a list with the
 * other events that can change the row. The histogram has 1 for an event that only `deciding` has.
 */
export const evidenceOf = (counted: string, deciding: string) =>
  `list_concat(${sorted(counted)}, list_transform(list_filter(map_entries(list_histogram(
         list_concat(list_distinct(${deciding}), list_distinct(${counted}), list_distinct(${counted})))),
         lambda one: one.value = 1), lambda one: one.key))`

/** A list of events in ascending order, each once and without NULLs. */
export const sorted = (events: string) =>
  `list_sort(list_filter(list_distinct(${events}), lambda one: one IS NOT NULL))`
