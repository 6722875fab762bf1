/** All measures in percent: heights of the scene's height, widths of its width. */
type Line = { from: number; to: number; sag: number }
type Piece = {
  src: string
  /** Width by height. */
  ratio: number
  left: number
  width: number
  /** How far the cloth reaches above the line. */
  tuck: number
  /** Degrees beside the slope of the line. */
  tilt: number
  /** Where along its width it is pegged, 0 to 1. */
  pegs: readonly number[]
}

/** The page's thread, drawn across it, with clothes on it. Decoration only. */
export function ClothesLine({ line, pieces, className }: { line: Line; pieces: readonly Piece[]; className: string }) {
  return (
    <div aria-hidden className={`absolute inset-0 ${className}`}>
      <svg
        aria-hidden
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        className="absolute inset-0 size-full"
        fill="none"
      >
        <path
          d={`M0 ${line.from}Q50 ${(line.from + line.to) / 2 + 2 * line.sag} 100 ${line.to}`}
          vectorEffect="non-scaling-stroke"
          className="stroke-thread stroke-[2.5]"
        />
      </svg>
      {pieces.map(({ src, ratio, left, width, tuck, tilt, pegs }) => {
        const middle = left + width / 2
        return (
          <div
            key={src}
            className="hanging absolute origin-top"
            style={{
              left: `${left}%`,
              width: `${width}%`,
              top: `${heightAt(line, middle) - tuck}%`,
              rotate: `${slopeAt(line, middle) + tilt}deg`,
            }}
          >
            <img src={src} alt="" width={640} height={Math.round(640 / ratio)} className="h-auto w-full" />
            {pegs.map((peg) => (
              <span key={peg} className="peg" style={{ left: `${peg * 100}%` }} />
            ))}
          </div>
        )
      })}
    </div>
  )
}

const heightAt = ({ from, to, sag }: Line, percent: number) => {
  const at = Math.min(percent, 100) / 100
  return from + (to - from) * at + 4 * sag * at * (1 - at)
}

/** In degrees, for a scene that is about twice as wide as high. */
const slopeAt = ({ from, to, sag }: Line, percent: number) =>
  (Math.atan((to - from + 4 * sag * (1 - percent / 50)) / 100 / 1.83) * 180) / Math.PI
