/**
 * A color drawn as cloth, in a picture at most 30 units wide. The drawing uses attributes, because the content security policy forbids
 * styles in HTML.
 */
export const Cloth = ({ tones: [main, second] = [] }: { tones: readonly string[] | undefined }) => (
  <>
    <rect x={-1} y={-1} width={32} height={32} fill={main ?? 'none'} />
    {second && <path d="M-1.5-1V31M6.5-1V31M14.5-1V31M22.5-1V31" stroke={second} strokeWidth={3} />}
  </>
)
