import type { Product } from '@shop/language/product/api'
import type { ComponentType } from 'react'

export type PageAddress = Readonly<{ params: Readonly<Record<string, string>>; query: URLSearchParams }>

export type Page = Readonly<{
  /** `:name` stands for one part of the path. Case and a trailing slash are ignored. */
  path: string
  load: () => Promise<ComponentType>
  closing?: true
  /** The queries that the component needs first. Their answers are sent with the page. */
  asks?: (address: PageAddress) => Promise<readonly FirstQuestion[]>
  /** A function if the head depends on the answers, or if the page sets its own title. */
  head: PageHead | (() => Promise<HeadOf>)
}>

/** A query's options with its API URL, made by `firstQuestion` in lib/first-answers.ts. */
export type FirstQuestion = Readonly<{ meta?: Record<string, unknown> | undefined }>

/** Undefined if the first answers show that the page does not exist. */
export type HeadOf = (address: PageAddress) => PageHead | undefined

/** For search engines and link previews. */
export type PageHead = Readonly<{
  title: string
  description?: string
  /** The path of the canonical URL. */
  canonical?: string
  /** Search engines do not index a hidden page. */
  hidden?: true
  pictures?: readonly FirstPicture[]
  product?: Product
}>

/** A picture of the first view, with its image attributes. The head preloads it. */
export type FirstPicture = Readonly<{ src?: string; srcSet?: string | undefined; sizes: string; media?: string }>
