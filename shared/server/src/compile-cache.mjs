import { enableCompileCache, flushCompileCache } from 'node:module'

/*
 * Node loads this file before a program. The cache is written a few seconds after the start, because a killed process writes nothing at its
 * end. This file is plain JavaScript, because Node's type stripper would slow each start.
 */
enableCompileCache(new URL('../../../node_modules/.cache/compile', import.meta.url).pathname)
setTimeout(flushCompileCache, 5000).unref()
