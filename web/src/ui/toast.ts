type Options = { duration?: number }

/** Loaded with the first toast: no page needs it to be shown. */
export const toast = {
  success: (text: string, options?: Options) => show('success', text, options),
  error: (text: string, options?: Options) => show('error', text, options),
}

async function show(kind: 'success' | 'error', text: string, options?: Options) {
  const { raiseToast } = await import('./toaster.tsx')
  raiseToast(kind, text, options)
}
