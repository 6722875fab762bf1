/*
 * All that a server needs to know of the pages. `dist/.server/open-pages.js` exports `openPages`, of this type. Which
 * pages there are, their first queries, heads and components are in web/src/pages.ts.
 */

/** Opens the pages of the client that was built together with this module. */
export type OpenPages = (built: {
  /** Gives a file of the built client, by its path in the folder. */
  read: (file: string) => Promise<string>
  /** The shop's public origin. If empty, pages have no canonical address. */
  origin: string
}) => Promise<PageAt>

/** The page at an address of the shop (path and query). */
export type PageAt = (address: string) => Readonly<{
  /** False if there is none: then the page that says so is drawn. */
  isPage: boolean
  /** Whether it needs the headers for the payment provider's script, which no other page gets. */
  takesPayment: boolean
  draw: (server: PageServer) => Promise<DrawnPage>
}>

/** What drawing a page needs from the server. */
export type PageServer = Readonly<{
  /** Sends a GET without a token to this address of the shop's API; undefined if the answer would take too long. */
  ask: (address: string) => Promise<Readonly<{ status: number; text: string; link: string }> | undefined>
  /**
   * Returns what `draw` returns, or '' when drawing would cost too much now: then the browser draws the view. The same
   * key stands for the same view, so that it may come from a cache.
   */
  view: (key: string, draw: () => string) => string
  /** What the content security policy of this answer lets run as `nonce`; its HTML is then never used twice. */
  nonce?: string | undefined
}>

/** The whole HTML of a page. 404 also when the page exists, but not the product or collection it shows. */
export type DrawnPage = Readonly<{ status: 200 | 404; html: string }>
