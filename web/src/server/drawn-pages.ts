/* All that a server needs to know about the pages. `dist/.server/open-pages.js` exports `openPages` of the type `OpenPages`. */

/** Opens the pages of the client that was built with this module. */
export type OpenPages = (built: {
  read: (file: string) => Promise<string>
  /** The shop's public origin. If empty, pages have no canonical URL. */
  origin: string
}) => Promise<PageAt>

/** `address` is a URL's path and query. */
export type PageAt = (address: string) => Readonly<{
  /** False if the shop has no page there. `draw` then draws the not-found page. */
  isPage: boolean
  /** Whether the page needs the headers for the payment provider's script. No other page gets them. */
  takesPayment: boolean
  draw: (server: PageServer) => Promise<DrawnPage>
}>

export type PageServer = Readonly<{
  /** Sends a GET without a token to this URL of the API. Undefined if the answer would take too long. */
  ask: (address: string) => Promise<Readonly<{ status: number; text: string; link: string }> | undefined>
  /**
   * Returns the result of `draw`, or '' if drawing would cost too much now. The browser then draws the view. Equal keys mean equal views,
   * so a view can come from a cache.
   */
  view: (key: string, draw: () => string) => string
  /** The nonce of this answer's content security policy. HTML with a nonce is never reused. */
  nonce?: string | undefined
}>

/** The page of a missing product or support topic also has the status 404. */
export type DrawnPage = Readonly<{ status: 200 | 404; html: string }>
