import { search } from 'nlcst-search'
import { ParseEnglish } from 'parse-english'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkRetext from 'remark-retext'
import { unified } from 'unified'
import { VFile } from 'vfile'

export type Finding = Readonly<{ line: number; word: string; plainer: string }>

const FRAGMENT = /^\s*(Of|Whose|By which|To whom|In which|With which) [a-z`]/
const english = unified().use(remarkParse).use(remarkGfm).use(remarkRetext, ParseEnglish)

export function retiredWords(glossary: string): ReadonlyMap<string, string> {
  const [, section = ''] = glossary.split('## Retired words\n')
  const rows = [...section.matchAll(/^\| ([^|]+) \| ([^|]+) \|$/gm)].slice(1)
  return new Map(
    rows.flatMap(([, words = '', plainer = '']) => words.split(', ').map((word) => [word.trim(), plainer.trim()])),
  )
}

/** Also finds comments that begin without a subject. Skips code, tables and words in quotation marks. */
export function findRetired(
  { markdown, isComment }: Readonly<{ markdown: string; isComment: boolean }>,
  retired: ReadonlyMap<string, string>,
): readonly Finding[] {
  const file = new VFile(markdown)
  const tree = english.runSync(english.parse(file), file) as Parameters<typeof search>[0]
  const found: Finding[] = []
  search(tree, [...retired.keys()], ([first], _index, _parent, phrase) => {
    found.push({ line: first?.position?.start.line ?? 1, word: phrase, plainer: retired.get(phrase) ?? '' })
  })
  const fragment = isComment && FRAGMENT.exec(markdown)?.[1]
  if (fragment) found.push({ line: 1, word: `${fragment} …`, plainer: 'a sentence with a subject' })
  return found
}
