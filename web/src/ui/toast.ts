import { ahead } from '../lib/load-ahead.ts'

type Options = { duration?: number }

const load = () => import('./toaster.tsx')

/** `ahead` loads the code that shows toasts before the first toast. */
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
    if (kind === 'error') window.alert(text)
  }
}
