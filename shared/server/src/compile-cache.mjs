import { enableCompileCache, flushCompileCache } from 'node:module'

/*
 * Node loads this file before a program. It stores the compiled code, without types, beside the packages. So the next start takes half the
 * time. The cache is written a few seconds after the start, because a killed process writes nothing at its end. This file is plain
 * JavaScript: Node loads its type stripper only for a file that is not stored yet, and loading the type stripper takes a quarter of a short
 * program's start.
 */
enableCompileCache(new URL('../../../node_modules/.cache/compile', import.meta.url).pathname)
setTimeout(flushCompileCache, 5000).unref()
