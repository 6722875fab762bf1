import type { Upload } from './use-uploads.ts'

export function UploadTile({ upload: { name, share } }: { upload: Upload }) {
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
