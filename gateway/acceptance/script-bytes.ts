/** What the home page may begin with of script, as gzip has it. */
export const MOST_SCRIPT_BYTES = 105_500
/** What it may load besides while it is idle: for the first press on search and cart. */
export const MOST_IDLE_SCRIPT_BYTES = 7_000

/** The bytes of these files together, as gzip has them; a file that is named twice counts once. */
export async function gzippedBytes(addresses: readonly string[]): Promise<number> {
  const sizes = [...new Set(addresses)].map(async (address) => {
    const head = await fetch(address, { method: 'HEAD', headers: { 'accept-encoding': 'gzip' } })
    return Number(head.headers.get('content-length'))
  })
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}
