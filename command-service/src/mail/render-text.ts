import type { Block, Letter } from './letter.ts'

/** A letter for readers that show no HTML. */
export const textOf = ({ heading, blocks }: Letter): string =>
  [heading, ...blocks.map(paragraph), '--\nSelvedge. Nobody reads what is answered to this address.'].join('\n\n')

function paragraph(block: Block): string {
  switch (block.is) {
    case 'text':
      return block.text
    case 'facts':
      return block.facts.map(([name, value]) => `${name}: ${value}`).join('\n')
    case 'pieces':
      return [
        ...block.pieces.map(({ name, detail, amount }) => [name, detail, amount].filter(Boolean).join(', ')),
        ...(block.total ? [block.total.join(': ')] : []),
      ].join('\n')
    case 'address':
      return [`${block.title}:`, ...block.lines].join('\n')
    case 'action':
      return `${block.label}:\n${block.href}`
  }
}
