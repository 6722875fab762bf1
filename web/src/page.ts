import type { Product } from '@shop/language/api/catalog'
import type { ComponentType } from 'react'

/** What was asked for: what stands in the place of each `:name` of a page's path, and the query. */
export type PageAddress = Readonly<{ params: Readonly<Record<string, string>>; query: URLSearchParams }>

export type Page = Readonly<{
  /** `:name` stands for one part of the path; case and a slash at the end make no difference. */
  path: string
  load: () => Promise<ComponentType>
  /** Its footer closes with the shop's name, written large. */
  closing?: true
  /** The queries that its component begins with: their answers come with the page. */
  asks?: (address: PageAddress) => Promise<readonly FirstQuestion[]>
  /** Fetched when it is asked for, where it depends on the answers; such a page writes its own title. */
  head: PageHead | (() => Promise<HeadOf>)
}>

/** The options of a query that say at which address of the API it asks: `firstQuestion` in lib/first-answers.ts. */
export type FirstQuestion = Readonly<{ meta?: Record<string, unknown> | undefined }>

/** Reads the first answers; undefined when they say that there is no such page. */
export type HeadOf = (address: PageAddress) => PageHead | undefined

/** What a page says of itself to those who do not run it. */
export type PageHead = Readonly<{
  title: string
  description?: string
  /** The one address it is to be known by, without origin. */
  canonical?: string
  /** It is the reader's own: search engines are to forget it. */
  hidden?: true
  pictures?: readonly FirstPicture[]
  product?: Product
}>

/** A picture that the first view shows, as an image element has it: asked for together with the HTML. */
export type FirstPicture = Readonly<{ src?: string; srcSet?: string | undefined; sizes: string; media?: string }>
