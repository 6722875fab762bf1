/** The clothes line with nothing on it: where something of the shopper's will hang one day. */
export function EmptyLine({ className = '' }: { className?: string }) {
  return (
    <div aria-hidden className={`relative h-14 ${className}`}>
      <svg aria-hidden viewBox="0 0 100 100" preserveAspectRatio="none" className="size-full" fill="none">
        <path d="M0 20Q50 90 100 12" vectorEffect="non-scaling-stroke" className="stroke-thread stroke-2" />
      </svg>
      {pegs.map(({ at, height }) => (
        <span key={at} className="absolute" style={{ left: `${at}%`, top: `${height}%` }}>
          <span className="peg" />
        </span>
      ))}
    </div>
  )
}

/** On the curve above, in percent. */
const heightAt = (at: number) => {
  const t = at / 100
  return 20 * (1 - t) ** 2 + 180 * t * (1 - t) + 12 * t ** 2
}
const pegs = [38, 52].map((at) => ({ at, height: heightAt(at) }))
