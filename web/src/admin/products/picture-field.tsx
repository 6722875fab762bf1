import { MAX_PICTURE_MIB } from '@shop/language/limits'
import type { Image } from '@shop/language/product/picture'
import { type DragEvent, useId, useRef, useState } from 'react'
import { UploadPicture } from '../../ui/icons/admin-icons.tsx'
import { CircleAlert } from '../../ui/icons/icons.tsx'
import { useFocusAfter } from '../parts/use-focus-after.ts'
import { PictureTile, type Tool } from './picture-tile.tsx'
import type { Upload } from './use-uploads.ts'

type FieldProps = {
  images: readonly Image[]
  colors: readonly string[]
  uploads: readonly Upload[]
  hasFailed: boolean
  onUpload: (files: Iterable<File>) => void
  onChange: (update: (images: readonly Image[]) => readonly Image[]) => void
}

export function PictureField({ images, colors, uploads, hasFailed, onUpload, onChange }: FieldProps) {
  const id = useId()
  const [dragged, setDragged] = useState<number>()
  const [said, setSaid] = useState('')
  const focusAfter = useFocusAfter()
  const toolId = (tool: Tool, place: number) => `${id}-${tool}-${place}`

  const move = (from: number, to: number) => {
    onChange((now) => moved(now, from, to))
    setSaid(`Picture ${from + 1} is now picture ${to + 1} of ${images.length}${to === 0 ? ', the cover' : ''}`)
  }
  const step = (from: number, to: number) => {
    move(from, to)
    const isAtEnd = to === 0 || to === images.length - 1
    focusAfter(toolId(to < from === isAtEnd ? 'back' : 'forward', to))
  }
  const remove = (place: number) => {
    onChange((now) => now.toSpliced(place, 1))
    setSaid(`Picture ${place + 1} removed`)
    focusAfter(images.length > 1 ? toolId('remove', Math.min(place, images.length - 2)) : `${id}-choose`)
  }
  const drop = (event: DragEvent) => {
    if (event.dataTransfer.files.length === 0) return
    event.preventDefault()
    onUpload(event.dataTransfer.files)
  }

  return (
    <fieldset onDragOver={(event) => event.preventDefault()} onDrop={drop} className="min-w-0">
      <legend className="mb-1.5 text-[0.84375rem] leading-[1.3] font-[550]">Images</legend>
      <p role="status" className="sr-only">
        {said}
      </p>
      <ul className="mb-3 grid grid-cols-[repeat(auto-fill,minmax(144px,1fr))] gap-2.5 lg:grid-cols-[repeat(auto-fill,minmax(120px,1fr))]">
        {images.map((image, place) => (
          <PictureTile
            key={image.url}
            image={image}
            place={place}
            count={images.length}
            colors={colors}
            toolId={(tool) => toolId(tool, place)}
            onMove={(to) => step(place, to)}
            onRemove={() => remove(place)}
            onColor={(color) => onChange((now) => now.with(place, withColor(image, color)))}
            onDrag={() => setDragged(place)}
            onDropped={() => {
              if (dragged !== undefined && dragged !== place) move(dragged, place)
              setDragged(undefined)
            }}
          />
        ))}
        {uploads.map((upload) => (
          <UploadTile key={upload.id} upload={upload} />
        ))}
      </ul>
      <ChoosePictures buttonId={`${id}-choose`} onUpload={onUpload} />
      {hasFailed && (
        <p role="alert" className="mt-2 flex items-start gap-1.5 text-bad">
          <CircleAlert className="mt-0.5 size-4!" />
          Image upload failed. Please try again.
        </p>
      )}
    </fieldset>
  )
}

function UploadTile({ upload: { name, share } }: { upload: Upload }) {
  const percent = Math.round(share * 100)
  return (
    <li className="relative">
      <div className="weft aspect-4/5" />
      <div
        role="progressbar"
        aria-label={`Uploading ${name}`}
        aria-valuenow={percent}
        className="absolute inset-x-0 bottom-0 h-[3px]"
      >
        <div className="h-full bg-thread" style={{ width: `${percent}%` }} />
      </div>
      <span className="type-xsmall num absolute bottom-2.5 left-2">{percent}%</span>
    </li>
  )
}

function ChoosePictures({ buttonId, onUpload }: { buttonId: string; onUpload: (files: Iterable<File>) => void }) {
  const kindsId = useId()
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="grid justify-items-center gap-1.5 border border-dashed border-worn bg-chalk p-4.5 text-center">
      <UploadPicture />
      <p>
        <button
          type="button"
          id={buttonId}
          aria-describedby={kindsId}
          onClick={() => input.current?.click()}
          className="min-h-11 font-semibold underline lg:min-h-7"
        >
          Choose pictures
        </button>{' '}
        or drop them here
      </p>
      <p id={kindsId} className="type-xsmall text-stone">
        PNG, JPEG, or WebP, up to {MAX_PICTURE_MIB} MB. The first picture is the cover.
      </p>
      <input
        ref={input}
        type="file"
        name="image"
        accept="image/*"
        multiple
        aria-label="Images"
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => {
          onUpload(target.files ?? [])
          target.value = ''
        }}
      />
    </div>
  )
}

function withColor({ color: _, ...image }: Image, color: string): Image {
  return color ? { ...image, color } : image
}

export function moved<Item>(items: readonly Item[], from: number, to: number): readonly Item[] {
  const item = items[from]
  if (item === undefined || to < 0 || to >= items.length) return items
  return items.toSpliced(from, 1).toSpliced(to, 0, item)
}
