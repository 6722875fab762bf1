/** The gzipped bytes of script that the home page may load at its start. */
export const MOST_SCRIPT_BYTES = 105_500
/** The gzipped bytes that the page may load while it is idle, for the first press on search and cart. */
export const MOST_IDLE_SCRIPT_BYTES = 7_000

/** The gzipped bytes of these files together. A file named twice counts once. */
export async function gzippedBytes(addresses: readonly string[]): Promise<number> {
  const sizes = [...new Set(addresses)].map(async (address) => {
    const head = await fetch(address, { method: 'HEAD', headers: { 'accept-encoding': 'gzip' } })
    return Number(head.headers.get('content-length'))
  })
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}
