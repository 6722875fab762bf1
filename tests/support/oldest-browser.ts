/**
 * A script that removes features which the oldest supported browsers lack (`build.target` in web/vite.config.ts), so that a test notices a
 * page that uses them. Popovers stay, because a page may use them where they exist.
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
