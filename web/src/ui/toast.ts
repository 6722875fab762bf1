import { ahead } from '../lib/load-ahead.ts'

type Options = { duration?: number }

const load = () => import('./toaster.tsx')

/** Loaded with the first toast, or ahead of it: no page needs it to be shown. */
export const toast = {
  ahead: ahead(load),
  success: (text: string, options?: Options) => show('success', text, options),
  error: (text: string, options?: Options) => show('error', text, options),
}

async function show(kind: 'success' | 'error', text: string, options?: Options) {
  try {
    const { raiseToast } = await load()
    raiseToast(kind, text, options)
  } catch {
    // What shows it cannot be fetched: the browser has something of its own.
    if (kind === 'error') window.alert(text)
  }
}
