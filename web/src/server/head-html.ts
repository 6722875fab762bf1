import type { Product } from '@shop/language/product/api'
import type { FirstPicture, PageHead } from '../page.ts'

/** `code` has the URLs of the page's scripts. Vite's runtime reads the `nonce` from the `csp-nonce` element. */
export function headHtml(head: PageHead, code: readonly string[], { origin, nonce }: Surroundings): string {
  const { title, description, canonical, hidden, product, pictures = [] } = head
  const picture = product?.images[0]?.url
  return [
    element('title', {}, title),
    ...pictures.map((one) => element('link', preloadOf(one))),
    data({ type: 'application/json', id: 'page-code' }, JSON.stringify(code)),
    ...(nonce ? [element('meta', { property: 'csp-nonce', nonce })] : []),
    ...(hidden ? [element('meta', { name: 'robots', content: 'noindex' })] : []),
    ...(description ? [element('meta', { name: 'description', content: description })] : []),
    ...(origin && canonical ? [element('link', { rel: 'canonical', href: origin + canonical })] : []),
    ...(canonical === undefined ? [] : openGraph({ title, description, canonical, product, picture, origin })),
    ...(product ? [data({ type: 'application/ld+json' }, JSON.stringify(jsonLd(product, origin)))] : []),
  ].join('\n    ')
}

type Surroundings = { origin: string; nonce: string | undefined }

export function answersJson(answers: readonly (readonly [string, Readonly<{ text: string; link: string }>])[]): string {
  const entries = answers.map(
    ([address, { text, link }]) => `${JSON.stringify(address)}:{"body":${text},"link":${JSON.stringify(link)}}`,
  )
  return `{${entries.join()}}`
}

export const answersHtml = (json: string) => data({ type: 'application/json', id: 'first-answers' }, json)

function preloadOf({ src, srcSet, sizes, media }: FirstPicture): Attributes {
  const common = { rel: 'preload', as: 'image', fetchpriority: 'high', ...(media && { media }) }
  if (srcSet) return { ...common, imagesrcset: srcSet, imagesizes: sizes }
  return { ...common, ...(src && { href: src }) }
}

type Shared = Pick<PageHead, 'title' | 'canonical'> & {
  description: string | undefined
  product: Product | undefined
  picture: string | undefined
  origin: string
}

function openGraph({ title, description, canonical, product, picture, origin }: Shared): string[] {
  const properties = {
    'og:site_name': 'Selvedge',
    'og:type': product ? 'product' : 'website',
    'og:title': title,
    'og:description': description,
    ...(origin && { 'og:url': `${origin}${canonical}` }),
    // `og:image` needs an absolute URL.
    ...(picture && (origin || picture.startsWith('https:')) && { 'og:image': absolute(picture, origin) }),
    ...(product && { 'product:price:amount': product.price.toFixed(2), 'product:price:currency': 'USD' }),
  }
  return Object.entries(properties).flatMap(([property, content]) =>
    content ? element('meta', { property, content }) : [],
  )
}

function jsonLd(product: Product, origin: string) {
  const { name, description, sku, brand, price, countInStock, images, _id, material, colors } = product
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name,
    description,
    image: images.map(({ url }) => absolute(url, origin)),
    ...(sku && { sku }),
    ...(brand && { brand: { '@type': 'Brand', name: brand } }),
    ...(material && { material }),
    ...(colors.length > 0 && { color: colors.join(', ') }),
    offers: {
      '@type': 'Offer',
      url: `${origin}/product/${_id}`,
      price: price.toFixed(2),
      priceCurrency: 'USD',
      availability: `https://schema.org/${countInStock > 0 ? 'InStock' : 'OutOfStock'}`,
    },
  }
}

const absolute = (url: string, origin: string) => (url.startsWith('/') ? origin + url : url)

type Attributes = Readonly<Record<string, string>>

function element(name: 'title' | 'meta' | 'link', attributes: Attributes, text?: string): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`)
  return `<${name}${written.join('')}>${text === undefined ? '' : `${escaped(text)}</${name}>`}`
}

/** A script element with data, which a content security policy allows. `<` is escaped, so that no text can end the element. */
function data(attributes: Attributes, json: string): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`)
  return `<script${written.join('')}>${json.replaceAll('<', '\\u003c')}</script>`
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '')
