export const streamAddress = (stream: string, version?: number) =>
  `/analysis/streams?${new URLSearchParams({ stream, ...(version !== undefined && { at: String(version) }) })}`

/** `at`: the number of the event to show first. */
export const lifeAddress = (order: string, at?: number) =>
  `/analysis/streams?${new URLSearchParams({ order, ...(at !== undefined && { at: String(at) }) })}`

export const orderOf = (stream: string): string | undefined => /^(?:order|checkout)-(.+)$/.exec(stream)?.[1]
