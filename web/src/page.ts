import type { Product } from '@shop/language/product/api'
import type { ComponentType } from 'react'

/** The URL of a page: the values of the `:name` parameters in its path, and the query. */
export type PageAddress = Readonly<{ params: Readonly<Record<string, string>>; query: URLSearchParams }>

export type Page = Readonly<{
  /** The path of the page. `:name` stands for one part of the path. Case and a trailing slash are ignored. */
  path: string
  load: () => Promise<ComponentType>
  /** Whether the footer ends with the shop's name in large letters. */
  closing?: true
  /** The queries that the component needs first. Their answers are sent with the page. */
  asks?: (address: PageAddress) => Promise<readonly FirstQuestion[]>
  /**
   * The page's head, or a function if the head depends on the answers. The function is loaded on demand, and the page then sets its own
   * title.
   */
  head: PageHead | (() => Promise<HeadOf>)
}>

/** A query's options with the API URL that the query requests. `firstQuestion` in lib/first-answers.ts makes these options. */
export type FirstQuestion = Readonly<{ meta?: Record<string, unknown> | undefined }>

/** The head computed from the first answers; undefined if the answers show that the page does not exist. */
export type HeadOf = (address: PageAddress) => PageHead | undefined

/** The head of a page's HTML, for search engines and link previews. */
export type PageHead = Readonly<{
  title: string
  description?: string
  /** The path of the canonical URL. */
  canonical?: string
  /** Whether the page is personal. Search engines do not index a personal page. */
  hidden?: true
  pictures?: readonly FirstPicture[]
  product?: Product
}>

/** A picture of the first view, with the attributes of its image element. The head of the HTML preloads the picture. */
export type FirstPicture = Readonly<{ src?: string; srcSet?: string | undefined; sizes: string; media?: string }>
