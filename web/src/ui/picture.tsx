import { PICTURE_WIDTHS } from '@shop/language/limits'
import type { FirstPicture } from '../page.ts'

type PictureProps = {
  url: string | undefined
  alt: string
  /** The shown width, as the `sizes` of an image. */
  sizes: string
  /** Whether the picture is in the first row, and loaded at once. */
  eager?: boolean
  /** Whether this is the page's main picture. */
  first?: boolean
  className?: string
}

const WIDEST = new RegExp(`-${Math.max(...PICTURE_WIDTHS)}\\.webp$`)

/** `url` names the widest version (decisions P19). */
export function Picture({ url, alt, sizes, eager = false, first = false, className = '' }: PictureProps) {
  const srcSet = url && srcSetOf(url)
  return (
    // Buttons contain pictures, and HTML allows no div in a button.
    <span
      data-missing={url ? undefined : ''}
      className={`garment-picture block aspect-4/5 overflow-hidden bg-studio ${className}`}
    >
      {url && (
        <img
          src={srcSet ? url.replace(WIDEST, '-800.webp') : url}
          {...(srcSet && { srcSet, sizes })}
          alt={alt}
          width={1200}
          height={1500}
          loading={eager || first ? 'eager' : 'lazy'}
          fetchPriority={first ? 'high' : 'auto'}
          decoding="async"
          draggable={false}
          ref={hideIfFailed}
          onError={({ currentTarget }) => show(currentTarget, false)}
          onLoad={({ currentTarget }) => show(currentTarget, true)}
          className="size-full object-cover text-xs text-stone"
        />
      )}
    </span>
  )
}

export const firstPicture = (url: string, sizes: string): FirstPicture => ({ src: url, srcSet: srcSetOf(url), sizes })

/** The shop's own pictures exist in every width (decisions P19). */
const srcSetOf = (url: string): string | undefined =>
  /^\/(pictures|uploads)\/./.test(url) && WIDEST.test(url)
    ? PICTURE_WIDTHS.map((width) => `${url.replace(WIDEST, `-${width}.webp`)} ${width}w`).join(', ')
    : undefined

/**
 * A picture that fails to load is hidden, so that the outline of a garment shows. Asked only once: while the window changes its size, a
 * loaded picture can have no width.
 */
const hideIfFailed = (image: HTMLImageElement | null) =>
  void (image?.complete && image.naturalWidth === 0 && show(image, false))

function show({ style, parentElement }: HTMLImageElement, isThere: boolean) {
  style.opacity = isThere ? '' : '0'
  parentElement?.toggleAttribute('data-missing', !isThere)
}
