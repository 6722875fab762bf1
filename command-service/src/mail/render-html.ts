import { type Block, closingOf, type Letter, type Piece, type Sum } from './letter.ts'

/* Mail programs need tables and a style on each element. A mail must not load any file. Colors are the tokens of docs/design.md. */
const RAW = '#11152a'
const STONE = '#565c78'
const FADED = '#c6cad6'
const HAIR = '#e1e3e9'
const THREAD = '#d0202e'
const SANS = "font-family:'Instrument Sans',Arial,Helvetica,sans-serif"
const SERIF = "font-family:'Hedvig Letters Serif',Georgia,serif"

export function htmlOf(letter: Letter): string {
  const { subject, preview, heading, blocks } = letter
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light"><title>${escaped(subject)}</title></head>
<body style="margin:0;background:#ffffff;color:${RAW};${SANS};font-size:16px;line-height:1.5">
<div style="display:none;max-height:0;overflow:hidden">${escaped(preview)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="border-collapse:collapse"><tr>
<td width="3" style="width:3px;border-right:2px solid ${THREAD};font-size:0">&nbsp;</td>
<td width="4" style="width:4px;border-right:1px solid ${FADED};font-size:0">&nbsp;</td>
<td style="padding:24px 20px 40px"><div style="max-width:560px">
<p style="margin:0 0 32px;font-size:26px;font-weight:600;letter-spacing:-0.03em;line-height:1">Selvedge</p>
<h1 style="margin:0 0 16px;font-size:28px;font-weight:500;line-height:1.15">${escaped(heading)}</h1>
${blocks.map(part).join('\n')}
<p style="margin:40px 0 0;padding-top:16px;border-top:1px solid ${HAIR};color:${STONE};font-size:13px">${escaped(closingOf(letter))}</p>
</div></td></tr></table></body></html>
`
}

function part(block: Block): string {
  switch (block.is) {
    case 'text':
      return `<p style="margin:0 0 16px;${SERIF};font-size:17px;overflow-wrap:anywhere">${escaped(block.text)}</p>`
    case 'facts':
      return table(
        block.facts.map(([name, value]) => row([`<span style="color:${STONE}">${escaped(name)}</span>`, value])),
      )
    case 'table':
      return dataTable(block)
    case 'pieces':
      return table([...block.pieces.map(pieceRow), ...(block.sums ?? []).map(sumRow)])
    case 'address':
      return `<p style="margin:24px 0;padding-top:12px;border-top:1px solid ${RAW}"><span style="color:${STONE}">${escaped(block.title)}</span><br>${block.lines.map(escaped).join('<br>')}</p>`
    case 'action':
      return `<p style="margin:24px 0"><a href="${escaped(block.href)}" style="display:inline-block;padding:14px 24px;background:${RAW};color:#ffffff;text-decoration:none;font-weight:600">${escaped(block.label)}</a></p>`
  }
}

function dataTable({ columns, rows }: Extract<Block, { is: 'table' }>): string {
  const cell = (tag: 'th' | 'td', words: string, at: number, style: string) =>
    `<${tag} align="${columns[at]?.isNumber ? 'right' : 'left'}" valign="top" style="padding:8px 12px 8px 0;${style}">${escaped(words)}</${tag}>`
  const head = columns.map(({ name }, at) =>
    cell('th', name, at, `color:${STONE};font-weight:500;border-bottom:1px solid ${RAW}`),
  )
  const line = (cells: readonly string[]) =>
    `<tr>${cells.map((words, at) => cell('td', words, at, `border-bottom:1px solid ${HAIR};font-variant-numeric:tabular-nums`)).join('')}</tr>`
  return `<table width="100%" cellpadding="0" cellspacing="0" style="border-collapse:collapse;margin:24px 0;font-size:14px"><thead><tr>${head.join('')}</tr></thead><tbody>${rows.map(line).join('')}</tbody></table>`
}

const pieceRow = ({ name, detail, amount = '' }: Piece) =>
  row([`${escaped(name)}<br><span style="color:${STONE};font-size:14px">${escaped(detail)}</span>`, amount])

const sumRow = ([name, amount]: Sum, index: number, { length }: readonly Sum[]) =>
  index === length - 1 ? row([`<b>${escaped(name)}</b>`, amount], RAW) : row([escaped(name), amount])

const table = (rows: readonly string[]) =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="border-collapse:collapse;margin:24px 0;border-top:1px solid ${RAW}">${rows.join('')}</table>`

/** The first cell is HTML, the second is plain text. */
const row = ([first, second]: readonly [string, string], line = HAIR) =>
  `<tr><td style="padding:10px 12px 10px 0;border-bottom:1px solid ${line}">${first}</td><td align="right" valign="top" style="padding:10px 0;border-bottom:1px solid ${line};font-variant-numeric:tabular-nums">${escaped(second)}</td></tr>`

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (words: string) => words.replace(/[&<>"']/g, (sign) => ENTITIES[sign]!)
