/** `version`: the version of the event to show first. */
export const streamAddress = (stream: string, version?: number) =>
  `/analysis/streams?${new URLSearchParams({ stream, ...(version !== undefined && { at: String(version) }) })}`

/** The URL of all events about one order. `at`: the number of the event to show first. */
export const lifeAddress = (order: string, at?: number) =>
  `/analysis/streams?${new URLSearchParams({ order, ...(at !== undefined && { at: String(at) }) })}`

/** The order that a stream is about. Undefined if the stream belongs to no order and no checkout. */
export const orderOf = (stream: string): string | undefined => /^(?:order|checkout)-(.+)$/.exec(stream)?.[1]
