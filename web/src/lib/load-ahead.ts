/** Fetches what is likely to be wanted next. When it cannot be fetched now, the click will try again and tell. */
export const ahead = (load: () => Promise<unknown>) => () => {
  load().catch(() => {})
}
