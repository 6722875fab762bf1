const STITCHES = [1, 2, 3, 4, 5]

export function Stitches({ left, of = '' }: { left: number; of?: string }) {
  return (
    <span className="type-xsmall inline-flex items-center gap-2.5 font-medium text-raw">
      <span aria-hidden className="inline-flex gap-[3px]">
        {STITCHES.map((stitch) => (
          <span key={stitch} className={`h-0.5 w-[9px] ${stitch <= left ? 'bg-thread' : 'bg-faded'}`} />
        ))}
      </span>
      {left > 0 ? `Only ${left} left` : 'Sold out'}
      {of && ` in ${of}`}
    </span>
  )
}
