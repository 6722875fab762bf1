import { inflateSync } from 'node:zlib'

/** The number of pages of a PDF. The description of a page may be in a compressed stream. */
export function pagesOf(pdf: Buffer): number {
  const text = pdf.toString('latin1')
  const streams = [...text.matchAll(/stream\r?\n([\s\S]*?)endstream/g)].map(([, bytes = '']) => inflated(bytes))
  return [text, ...streams].join('\n').match(/\/Type\s*\/Page\b/g)?.length ?? 0
}

function inflated(bytes: string): string {
  try {
    return inflateSync(Buffer.from(bytes, 'latin1')).toString('latin1')
  } catch {
    return ''
  }
}
