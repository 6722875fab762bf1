import { enableCompileCache, flushCompileCache } from 'node:module'

/*
 * Node loads this file before a program, and then stores the compiled code in a cache beside the packages. The cache is written a few
 * seconds after the start, because a killed process writes nothing at its end. This file is plain JavaScript, because loading Node's type
 * stripper takes a quarter of the start of a short program.
 */
enableCompileCache(new URL('../../../node_modules/.cache/compile', import.meta.url).pathname)
setTimeout(flushCompileCache, 5000).unref()
