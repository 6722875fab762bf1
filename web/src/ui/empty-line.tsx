export function EmptyLine({ className = '' }: { className?: string }) {
  return (
    <div aria-hidden className={`relative h-14 ${className}`}>
      <svg aria-hidden viewBox="0 0 100 100" preserveAspectRatio="none" className="size-full" fill="none">
        <path d="M0 20Q50 90 100 12" vectorEffect="non-scaling-stroke" className="stroke-thread stroke-2" />
      </svg>
      {pegs.map((at) => (
        <span key={at} className={`absolute ${at}`}>
          <span className="peg" />
        </span>
      ))}
    </div>
  )
}

/** Pegs on the curve above, in percent. At t, the height is 20(1-t)² + 180t(1-t) + 12t². */
const pegs = ['left-[38%] top-[51.83%]', 'left-[52%] top-[52.78%]']
