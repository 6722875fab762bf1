import { Picture } from './picture.tsx'

/** In percent of the scene's height: where the line begins and ends, and how far its middle hangs below a straight line. */
export type Line = { from: number; to: number; sag: number }
/** `left` and `width` are in percent of the scene's width. `tilt` is in degrees, added to the line's slope. */
type Piece = { url: string; left: number; width: number; tilt: number }

const PEGS = ['20%', '80%']

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
      {pieces.map(({ url, left, width, tilt }) => {
        const middle = left + width / 2
        return (
          <div
            key={url}
            className="hanging absolute origin-top"
            style={{
              left: `${left}%`,
              width: `${width}%`,
              top: `calc(${heightAt(line, middle)}% - 6px)`,
              rotate: `${slopeAt(line, middle) + tilt}deg`,
            }}
          >
            <Picture url={url} alt="" sizes={`${Math.ceil(width)}vw`} />
            {PEGS.map((peg) => (
              <span key={peg} className="peg" style={{ left: peg }} />
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

/** In degrees, for a scene about twice as wide as high. */
const slopeAt = ({ from, to, sag }: Line, percent: number) =>
  (Math.atan((to - from + 4 * sag * (1 - percent / 50)) / 100 / 1.83) * 180) / Math.PI
