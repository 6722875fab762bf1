/** The page of a stream, at one of its events. */
export const streamAddress = (stream: string, version?: number) =>
  `/analysis/streams?${new URLSearchParams({ stream, ...(version !== undefined && { at: String(version) }) })}`
