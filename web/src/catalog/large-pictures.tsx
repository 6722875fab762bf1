import type { Product } from '@shop/language/product/api'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { ArrowLeft, ArrowRight, Minus, Plus, X } from '../ui/icons/icons.tsx'
import type { LineIcon } from '../ui/icons/line-icon.tsx'
import { Picture } from '../ui/picture.tsx'
import { useSwiped } from './use-swiped.ts'

type LargeProps = { product: Product; place: number; onLook: (place: number) => void; onClose: () => void }

export function LargePictures({ product: { name, images }, place, onLook, onClose }: LargeProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [isClose, setClose] = useState(false)
  // The dialog must open before the list scrolls, because the list has no width in a closed dialog.
  useEffect(() => dialog.current?.showModal(), [])
  const swiped = useSwiped(place, onLook)
  const step = (by: number) => {
    setClose(false)
    onLook((place + by + images.length) % images.length)
  }
  const press = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowRight') step(1)
    if (key === 'ArrowLeft') step(-1)
  }
  return (
    <dialog ref={dialog} aria-label={`Pictures of ${name}`} className="lightbox" onClose={onClose} onKeyDown={press}>
      <div className="flex h-full flex-col">
        <div className="flex min-h-14 items-center justify-end gap-1 bg-bleach px-4">
          <p role="status" className="num mr-auto text-[0.9375rem]">
            {place + 1} of {images.length}
          </p>
          {images.length > 1 && (
            <>
              <IconButton label="Previous picture" Icon={ArrowLeft} onClick={() => step(-1)} />
              <IconButton label="Next picture" Icon={ArrowRight} onClick={() => step(1)} />
            </>
          )}
          <IconButton
            label={isClose ? 'Zoom out' : 'Zoom in'}
            Icon={isClose ? Minus : Plus}
            onClick={() => setClose(!isClose)}
          />
          <IconButton label="Close" Icon={X} onClick={() => dialog.current?.close()} />
        </div>
        <ul
          {...swiped}
          className={`no-scrollbar flex min-h-0 flex-1 snap-x snap-mandatory scroll-smooth ${isClose ? 'overflow-hidden' : 'overflow-x-auto'}`}
        >
          {images.map(({ url, altText }, other) => (
            <li
              key={url}
              aria-hidden={other !== place}
              className={`size-full flex-none snap-center ${isClose ? 'overflow-auto' : ''}`}
            >
              <button
                type="button"
                tabIndex={other === place ? undefined : -1}
                className={`block outline-offset-[-4px] ${isClose ? 'cursor-zoom-out' : 'size-full cursor-zoom-in'}`}
                onClick={() => setClose(!isClose)}
              >
                <Picture url={url} alt={altText || name} sizes="1200px" className={isClose ? CLOSE : WHOLE} />
              </button>
            </li>
          ))}
        </ul>
      </div>
    </dialog>
  )
}

const WHOLE = 'size-full aspect-auto! [&>img]:object-contain'
const CLOSE = 'w-[max(250vw,1000px)] md:w-[130vw]'

const IconButton = ({ label, Icon, onClick }: { label: string; Icon: LineIcon; onClick: () => void }) => (
  <button type="button" className="icon-button" aria-label={label} onClick={onClick}>
    <Icon />
  </button>
)
