/**
 * A script that removes features that the oldest supported browsers do not have (`build.target` in web/vite.config.ts). So a test fails if
 * a page needs such a feature. Popovers stay, because pages use them only in browsers that have them.
 */
export const AS_THE_OLDEST_BROWSER = `
  const take = (from, ...names) => names.forEach((name) => from && delete from[name])
  take(AbortSignal, 'any')
  take(Promise, 'withResolvers', 'try')
  take(Array, 'fromAsync')
  take(Object, 'groupBy')
  take(Map, 'groupBy')
  take(Set.prototype, 'union', 'intersection', 'difference', 'symmetricDifference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom')
  take(Object.getPrototypeOf(Object.getPrototypeOf([].values())),
    'map', 'filter', 'take', 'drop', 'flatMap', 'reduce', 'toArray', 'forEach', 'some', 'every', 'find')
  take(String.prototype, 'isWellFormed', 'toWellFormed')
  take(RegExp, 'escape')
  take(Uint8Array, 'fromBase64', 'fromHex')
  take(Uint8Array.prototype, 'toBase64', 'toHex')
  take(ReadableStream, 'from')
  take(ReadableStream.prototype, Symbol.asyncIterator, 'values')
  take(Response.prototype, 'bytes')
  take(URL, 'canParse', 'parse')
  take(Element.prototype, 'moveBefore')
  take(Document.prototype, 'startViewTransition')
  take(window, 'requestIdleCallback', 'scheduler', 'navigation', 'cookieStore')
`
