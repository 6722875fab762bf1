import { type Block, closingOf, type Letter } from './letter.ts'

export const textOf = (letter: Letter): string =>
  [letter.heading, ...letter.blocks.map(paragraph), `--\nSelvedge. ${closingOf(letter)}`].join('\n\n')

function paragraph(block: Block): string {
  switch (block.is) {
    case 'text':
      return block.text
    case 'facts':
      return block.facts.map(([name, value]) => `${name}: ${value}`).join('\n')
    case 'table':
      return [block.columns.map(({ name }) => name), ...block.rows].map((cells) => cells.join(' | ')).join('\n')
    case 'pieces':
      return [
        ...block.pieces.map(({ name, detail, amount }) => [name, detail, amount].filter(Boolean).join(', ')),
        ...(block.sums ?? []).map((sum) => sum.join(': ')),
      ].join('\n')
    case 'address':
      return [`${block.title}:`, ...block.lines].join('\n')
    case 'action':
      return `${block.label}:\n${block.href}`
  }
}
