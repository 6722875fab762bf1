/** Longer words must wrap on a phone. */
const LONG = 16

/** Does not wrap at the hyphen of "T-Shirt". */
export const ProductName = ({ name }: { name: string }) =>
  name.split(' ').map((word, index) => [
    index > 0 && ' ',
    <span key={index} className={word.length < LONG && word.includes('-') ? 'whitespace-nowrap' : undefined}>
      {word}
    </span>,
  ])
