/** "T-Shirt" never breaks at its hyphen: only between words. */
export const ProductName = ({ name }: { name: string }) =>
  name.split(' ').map((word, index) => [
    index > 0 && ' ',
    <span key={index} className={word.includes('-') ? 'whitespace-nowrap' : undefined}>
      {word}
    </span>,
  ])
