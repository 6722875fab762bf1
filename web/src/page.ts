import type { Product } from '@shop/language/api/catalog'
import type { ComponentType } from 'react'

/** An address of a page: the values of its path's `:name` parameters, and the query. */
export type PageAddress = Readonly<{ params: Readonly<Record<string, string>>; query: URLSearchParams }>

export type Page = Readonly<{
  /** `:name` stands for one part of the path; case and a slash at the end make no difference. */
  path: string
  load: () => Promise<ComponentType>
  /** Its footer ends with the shop's name in large letters. */
  closing?: true
  /** The queries that its component needs first: their answers are sent with the page. */
  asks?: (address: PageAddress) => Promise<readonly FirstQuestion[]>
  /** A function if it depends on the answers: it is then loaded on demand, and the page sets its own title. */
  head: PageHead | (() => Promise<HeadOf>)
}>

/** A query's options, with the address of the API that it requests: `firstQuestion` in lib/first-answers.ts. */
export type FirstQuestion = Readonly<{ meta?: Record<string, unknown> | undefined }>

/** The head as the first answers give it; undefined if they say that there is no such page. */
export type HeadOf = (address: PageAddress) => PageHead | undefined

/** What the HTML's head says of a page, for search engines and link previews. */
export type PageHead = Readonly<{
  title: string
  description?: string
  /** The path of its canonical address. */
  canonical?: string
  /** A personal page: search engines are told not to index it. */
  hidden?: true
  pictures?: readonly FirstPicture[]
  product?: Product
}>

/** A picture of the first view, with the attributes of its image element: preloaded by the HTML's head. */
export type FirstPicture = Readonly<{ src?: string; srcSet?: string | undefined; sizes: string; media?: string }>
