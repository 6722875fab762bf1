/*
 * All that a server has to know of the pages. `dist/.server/open-pages.js` exports `openPages`, of this type. Which
 * pages there are, what each asks first, what it says of itself and how it looks is in web/src/pages.ts.
 */

/** Opens the pages of the client that was built together with this module. */
export type OpenPages = (built: {
  /** Gives a file of the built client, by its path in the folder. */
  read: (file: string) => Promise<string>
  /** The shop's public one, or empty: then its pages have no address to be known by. */
  origin: string
}) => Promise<PageAt>

/** What there is at an address of the shop (path and query). */
export type PageAt = (address: string) => Readonly<{
  /** False where no page is: what is drawn then says so. */
  isPage: boolean
  draw: (server: PageServer) => Promise<DrawnPage>
}>

/** What a page needs of the server that it is drawn for. */
export type PageServer = Readonly<{
  /** Asks the shop's API at this address what anybody may ask; undefined when it had better not be waited for. */
  ask: (address: string) => Promise<Readonly<{ status: number; text: string; link: string }> | undefined>
  /**
   * Gives what `draw` would give, or nothing when that would cost too much now: then the browser draws it. The same
   * key stands for the same view, so it may be one that was drawn before.
   */
  view: (key: string, draw: () => string) => string
}>

/** The whole HTML of a page. 404 also where there is a page, but not the thing that it would show. */
export type DrawnPage = Readonly<{ status: 200 | 404; html: string }>
