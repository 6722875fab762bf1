type PictureProps = {
  url: string | undefined
  alt: string
  /** How wide it is shown, as the `sizes` of an image. */
  sizes: string
  /** In the first row: loaded at once. */
  eager?: boolean
  /** The page's main picture. */
  first?: boolean
  className?: string
}

const WIDTHS = [240, 480, 800, 1200]

/** A garment on its studio ground, always 4:5; `url` names the widest of its widths (decisions P19). */
export function Picture({ url, alt, sizes, eager = false, first = false, className = '' }: PictureProps) {
  const stem = /^(\/(?:pictures|uploads)\/.+)-1200\.webp$/.exec(url ?? '')?.[1]
  return (
    <div className={`aspect-4/5 overflow-hidden bg-studio ${className}`}>
      {url && (
        <img
          src={stem ? `${stem}-800.webp` : url}
          {...(stem && { srcSet: WIDTHS.map((width) => `${stem}-${width}.webp ${width}w`).join(', '), sizes })}
          alt={alt}
          width={1200}
          height={1500}
          loading={eager || first ? 'eager' : 'lazy'}
          fetchPriority={first ? 'high' : 'auto'}
          decoding="async"
          draggable={false}
          // A picture that cannot be loaded is hidden, which leaves its background.
          ref={(image) => void (image?.complete && image.naturalWidth === 0 && show(image, false))}
          onError={({ currentTarget }) => show(currentTarget, false)}
          onLoad={({ currentTarget }) => show(currentTarget, true)}
          className="size-full object-cover text-xs text-stone"
        />
      )}
    </div>
  )
}

function show({ style }: HTMLImageElement, isThere: boolean) {
  style.opacity = isThere ? '' : '0'
}
