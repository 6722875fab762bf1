import type { Image } from '@shop/language/product/picture'
import { ArrowLeft, ArrowRight, X } from '../../ui/icons/icons.tsx'
import { Picture } from '../../ui/picture.tsx'
import { SelectBox } from '../../ui/select-box.tsx'

export type Tool = 'forward' | 'remove' | 'back'

type TileProps = {
  image: Image
  place: number
  count: number
  colors: readonly string[]
  toolId: (tool: Tool) => string
  onMove: (to: number) => void
  onRemove: () => void
  onColor: (color: string) => void
  onDrag: () => void
  onDropped: () => void
}

export function PictureTile(props: TileProps) {
  const { image, place, count, colors, toolId, onMove, onRemove, onColor, onDrag, onDropped } = props
  const name = `picture ${place + 1}`
  return (
    <li
      draggable
      onDragStart={(event) => {
        event.dataTransfer.setData('text/plain', name)
        onDrag()
      }}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        if (event.dataTransfer.files.length > 0) return
        event.preventDefault()
        onDropped()
      }}
      className="min-w-0 cursor-grab"
    >
      <div className="relative">
        <Picture url={image.url} alt={image.altText || `Picture ${place + 1}`} sizes="180px" />
        {place === 0 && (
          <span className="absolute top-0 left-0 bg-bleach px-2 py-[3px] text-[0.75rem] font-[550]">Cover</span>
        )}
      </div>
      <div className="grid grid-cols-3 border-x border-b border-hair">
        <button
          type="button"
          className={tool}
          id={toolId('forward')}
          aria-label={`Move ${name} forward`}
          disabled={place === 0}
          onClick={() => onMove(place - 1)}
        >
          <ArrowLeft className="size-4!" />
        </button>
        <button type="button" className={tool} id={toolId('remove')} aria-label={`Remove ${name}`} onClick={onRemove}>
          <X className="size-4!" />
        </button>
        <button
          type="button"
          className={tool}
          id={toolId('back')}
          aria-label={`Move ${name} back`}
          disabled={place === count - 1}
          onClick={() => onMove(place + 1)}
        >
          <ArrowRight className="size-4!" />
        </button>
      </div>
      {colors.length > 1 && (
        <SelectBox
          aria-label={`Color of ${name}`}
          className="mt-1.5 w-full"
          choices={[{ value: '', label: 'Every color' }, ...colors]}
          value={image.color && colors.includes(image.color) ? image.color : ''}
          onChange={({ target }) => onColor(target.value)}
        />
      )}
    </li>
  )
}

const tool = 'grid h-11 place-items-center hover:bg-chalk disabled:bg-transparent disabled:text-faded lg:h-9'
