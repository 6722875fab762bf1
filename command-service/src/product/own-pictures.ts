/**
 * Replaces the addresses of our own pictures in a request body with paths. The shop sends absolute addresses to a caller from another
 * origin, and the caller sends these addresses back (decisions P20). `origin` is the shop's public address.
 */
export function withOwnPaths(body: unknown, origin: string | undefined): unknown {
  const { images } = (body ?? {}) as { images?: unknown }
  if (origin === undefined || !Array.isArray(images)) return body
  return { ...(body as object), images: images.map((image) => withPath(image, origin)) }
}

function withPath(image: unknown, origin: string): unknown {
  const { url } = (image ?? {}) as { url?: unknown }
  const isOurs = typeof url === 'string' && /^\/(pictures|uploads)\//.test(url.slice(origin.length))
  return isOurs && url.startsWith(origin) ? { ...(image as object), url: url.slice(origin.length) } : image
}
