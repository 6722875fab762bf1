import { enableCompileCache, flushCompileCache } from 'node:module'

/*
 * Node loads this file before a program. The file makes Node store the compiled code, without types, beside the packages, so that the next
 * start takes half the time. Node writes this cache a few seconds after the start, because a killed process writes nothing at its end. This
 * file is plain JavaScript: Node needs its type stripper only for files that are not in the cache, and loading the type stripper takes a
 * quarter of the start of a short program.
 */
enableCompileCache(new URL('../../../node_modules/.cache/compile', import.meta.url).pathname)
setTimeout(flushCompileCache, 5000).unref()
