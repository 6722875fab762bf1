import { parseSync, Visitor } from 'oxc-parser'

export type Text = Readonly<{ line: number; markdown: string; isComment: boolean }>
type Stretch = Readonly<{ start: number; end: number }>

const BLOCK = /\/\*[\s\S]*?\*\//g
const HASH = /(?<=^|\s)#[ !].*$/gm
/** The folders whose strings people read. */
const SHOWN = /^(web\/src|command-service\/src\/(mail|check-paypal|set-password|export))\/(?!.*(\.test\.|test-support))/

/** Returns a whole document or, in code, the comments, the titles of tests and the texts for people. */
export function textsOf(file: string, source: string): readonly Text[] {
  if (file.endsWith('.md')) return [{ line: 1, markdown: source, isComment: false }]
  if (file.endsWith('.css')) return commentsOf(source, matches(source, BLOCK))
  if (file.endsWith('.yml')) return commentsOf(source, matches(source, HASH))
  const { comments, program } = parseSync(file, source)
  const strings: Stretch[] = []
  const keep = (stretch: Stretch) => void strings.push(stretch)
  if (SHOWN.test(file)) new Visitor({ Literal: keep, TemplateElement: keep, JSXText: keep }).visit(program)
  else
    new Visitor({
      CallExpression: ({ callee, arguments: [title] }) => {
        if (
          title &&
          /^(Literal|TemplateLiteral)$/.test(title.type) &&
          /^(describe|test)\b/.test(source.slice(callee.start, callee.end))
        )
          keep(title)
      },
    }).visit(program)
  return [...commentsOf(source, comments), ...strings.flatMap((string) => stringOf(source, string))]
}

const matches = (source: string, pattern: RegExp): Stretch[] =>
  [...source.matchAll(pattern)].map(({ index, 0: found }) => ({ start: index, end: index + found.length }))

const lineAt = (source: string, offset: number) => source.slice(0, offset).split('\n').length

/** Comments on consecutive lines are one text. */
function commentsOf(source: string, comments: readonly Stretch[]): Text[] {
  const joined: { start: number; end: number }[] = []
  for (const { start, end } of comments) {
    const last = joined.at(-1)
    const isBlock = source.startsWith('/*', start)
    if (last && !isBlock && /^\n[ \t]*$/.test(source.slice(last.end, start))) last.end = end
    else joined.push({ start, end })
  }
  return joined.map(({ start, end }) => ({
    line: lineAt(source, start),
    isComment: true,
    markdown: source
      .slice(start, end)
      .replace(/\*\/$/, '')
      .replace(/^[ \t]*(\/\*+|\/\/|\*|#)[ \t]*/gm, ''),
  }))
}

function stringOf(source: string, { start, end }: Stretch): Text[] {
  const markdown = source.slice(start, end).replace(/^\s*['"`]?[ \t]*|['"`]$/g, '')
  const blank = /^['"`]?\s*/.exec(source.slice(start, end))?.[0].length ?? 0
  return /\S\s+\S/.test(markdown) ? [{ line: lineAt(source, start + blank), markdown, isComment: false }] : []
}
