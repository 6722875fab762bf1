/** What a link in a mail opens. It stands behind `#`, which no server and no other site is told. */
export const tokenIn = (hash: string): string | undefined =>
  new URLSearchParams(hash.slice(1)).get('token') || undefined
