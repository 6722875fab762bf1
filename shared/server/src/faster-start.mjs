import { enableCompileCache, flushCompileCache, registerHooks } from 'node:module'

/*
 * Node loads this file before a program, so that the program starts in half of the time. This file is plain JavaScript, because
 * Node's type stripper would slow each start.
 */

// The cache of compiled code is written a few seconds after the start, because a killed process writes nothing at its end.
enableCompileCache(new URL('../../../node_modules/.cache/compile', import.meta.url).pathname)
setTimeout(flushCompileCache, 5000).unref()

// Node looks up each import of each file on the disk. A relative import of ours names its file, and `@shop/` means the same everywhere.
const resolved = new Map()
registerHooks({
  resolve(specifier, context, next) {
    if (specifier.startsWith('.') && specifier.endsWith('.ts')) {
      const { href: url } = new URL(specifier, context.parentURL)
      return { url, format: 'module-typescript', shortCircuit: true }
    }
    if (!specifier.startsWith('@shop/')) return next(specifier, context)
    const known = resolved.get(specifier) ?? { ...next(specifier, context), shortCircuit: true }
    resolved.set(specifier, known)
    return known
  },
})
