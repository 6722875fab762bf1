import { inflateSync } from 'node:zlib'

/** The number of pages in a PDF. It also searches compressed streams, because the description of a page can be in one. */
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
