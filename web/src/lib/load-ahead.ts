/** Preloads code that is likely to be needed next. Failures are ignored: the click tries again and reports them. */
export const ahead = (load: () => Promise<unknown>) => () => {
  load().catch(() => {})
}
