/** The home page may load scripts with at most this many gzipped bytes at its start. */
export const MOST_SCRIPT_BYTES = 105_500
/** When the page is idle, it may load at most this many more gzipped bytes, for the first press on the search and the cart. */
export const MOST_IDLE_SCRIPT_BYTES = 7_000

/** The sum of the gzipped bytes of these files. A file that is named twice counts once. */
export async function gzippedBytes(addresses: readonly string[]): Promise<number> {
  const sizes = [...new Set(addresses)].map(async (address) => {
    const head = await fetch(address, { method: 'HEAD', headers: { 'accept-encoding': 'gzip' } })
    return Number(head.headers.get('content-length'))
  })
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}
