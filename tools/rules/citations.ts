import { dirname, join } from 'node:path'

/** `path`: from the root. */
export type CitingFile = Readonly<{ path: string; text: string }>

/** The marks in each document, by the word that begins its citations, such as `decisions` in `decisions C8`. */
export type Marks = ReadonlyMap<string, ReadonlySet<string>>

/** ADRs are cited by number, without marks. */
export const citedDocuments = {
  spec: 'docs/specification.md',
  decisions: 'docs/decisions-of-the-product.md',
  reliability: 'docs/reliability.md',
  authorisation: 'docs/authorisation.md',
} as const

const MARK = String.raw`(?:§\d+|(?:SEC|[A-Z])\d+[a-z]?|\d+(?:\.\d+)?|fields|callers|answers|calls)(?![\w.]*\w)`
/** For example `spec §2, §6` or `ADR 12`. */
const CITATION = new RegExp(String.raw`\b(spec|decisions|reliability|authorisation|ADR) (${MARK}(?:, ${MARK})*)`, 'g')
/** A mark or number without the name of its document. */
const STRAY =
  /\bSEC\d+\b|\b[CMPRS]\d{1,2}b?\b|§ ?\d+|\b(?:spec|specification|decisions?|reliability|ADR)[ ,]+§?\d+(?:\.\d+)?|\((?:spec|decisions|reliability|authorisation), \w+/g
const RFC = /\bRFC \d+(?: §[\d.]+)?/g
const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)(?:\/\/|#).*$/gm

/** Throws if two anchors have the same name. */
export function marksOf(path: string, text: string): ReadonlySet<string> {
  const marks = [...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id)
  const twice = marks.find((mark, at) => marks.indexOf(mark) !== at)
  if (twice) throw new Error(`${path} has two marks ${twice}`)
  return new Set(marks)
}

export function brokenCitations(file: CitingFile, marks: Marks): readonly string[] {
  const own = Object.entries(citedDocuments).find(([, path]) => path === file.path)?.[0]
  const text = onOneLine(file.text)
  const lost = [...text.matchAll(CITATION)].flatMap(([, word = '', cited = '']) =>
    cited
      .split(', ')
      .filter((mark) => mark.startsWith('§') !== (word === 'spec') || !marks.get(word)?.has(mark.replace('§', '')))
      .map((mark) => `${word} ${mark}`),
  )
  const prose = isProse(file)
    ? text
    : [...file.text.matchAll(COMMENT)].map(([comment]) => onOneLine(comment)).join('\n')
  const stray = [
    ...prose
      .replace(CITATION, '')
      .replace(RFC, '')
      .replace(/`[^`]*`/g, '')
      .matchAll(STRAY),
  ]
    .map(([mark]) => mark)
    // A document may cite its own marks without the document's name.
    .filter((mark) => !(own && marks.get(own)?.has(mark.replace('§', ''))))
  return [
    ...lost.map((citation) => `${file.path} cites ${citation}, but there is no such mark`),
    ...stray.map((mark) => `${file.path} mentions ${mark} without the name of a document before it`),
  ]
}

/** `exists` is called with a path from the root. */
export function brokenLinks({ path, text }: CitingFile, exists: (path: string) => boolean): readonly string[] {
  return [...text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .filter((target) => !exists(join(dirname(path), target)))
    .map((target) => `${path} links to ${target}, which does not exist`)
}

const isProse = ({ path }: CitingFile) => path.endsWith('.md')

/** A citation can be on two lines, also in a comment. */
const onOneLine = (text: string) => text.replace(/\s*\n[ \t]*(?:\*(?!\/)|\/\/|#)?[ \t]*/g, ' ')
