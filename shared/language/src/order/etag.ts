/** Makes an order's `ETag`, which a client returns in `If-Match` (decisions O4). */
export const orderEtag = (version: number) => `"${version}"`

export function readOrderEtag(etag: string): number | undefined {
  const [, version] = /^(?:W\/)?"(\d{1,9})"$/.exec(etag) ?? []
  return version === undefined ? undefined : Number(version)
}
