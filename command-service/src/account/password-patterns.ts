export type Person = Readonly<{ name: string; email: string }>

/** A name or a run with at most this many other characters is a bad password. */
const FEW = 4
/** A listed word is a bad password with up to this many digits and signs around it. */
const MOST_AROUND_A_WORD = 6
const SHORTEST_RUN = 3

/** TABLE: sequences that are easy to type or remember. */
const LINES = [
  'abcdefghijklmnopqrstuvwxyz',
  ...['01234567890', '!@#$%^&*()', '!"§$%&/()='],
  ...['qwertyuiop[]', "asdfghjkl;'", 'zxcvbnm,./'],
  ...['qwertzuiopü', 'asdfghjklöä', 'yxcvbnm,.-'],
  ...['azertyuiop', 'qsdfghjklm', 'wxcvbn'],
  ...['1qaz', '2wsx', '3edc', '4rfv', '5tgb', '6yhn', '7ujm', '8ik,', '9ol.', '0p;/'],
  ...['1q2w3e4r5t6y7u8i9o0p', 'q1w2e3r4t5y6u7i8o9p0'],
]
const STEPS = new Set([...LINES, ...LINES.map((line) => [...line].toReversed().join(''))].flatMap(triplesOf))

function triplesOf(line: string): string[] {
  const signs = [...line]
  return signs.slice(SHORTEST_RUN - 1).map((_, at) => signs.slice(at, at + SHORTEST_RUN).join(''))
}

/** Whether at most four characters, and fewer than half, are outside the longest repetition of a block. */
export function isRepeated(password: string): boolean {
  const signs = [...password.toLowerCase()]
  let longest = 0
  for (let block = 1; block <= signs.length / 2; block++)
    for (let at = block, same = 0; at < signs.length; at++) {
      same = signs[at] === signs[at - block] ? same + 1 : 0
      if (same >= block) longest = Math.max(longest, block + same - (same % block))
    }
  return isMost(longest, password)
}

/** Whether at most four characters, and fewer than half, are outside runs. */
export function isRun(password: string): boolean {
  const signs = [...password.toLowerCase()]
  const isOfRun = signs.map(() => false)
  for (let at = 0; at + SHORTEST_RUN <= signs.length; at++) {
    const three = signs.slice(at, at + SHORTEST_RUN)
    if (STEPS.has(three.join('')) || new Set(three).size === 1) isOfRun.fill(true, at, at + SHORTEST_RUN)
  }
  return isMost(isOfRun.filter(Boolean).length, password)
}

/** Whether at most four characters are outside the name, the address, or a part of the name or address. */
export function isOwnWith(password: string, { name, email }: Person): boolean {
  const own = [name, email, email.split('@')[0]!, ...name.split(/[\s.-]+/), ...email.split(/[@.+_-]/)]
  return [folded, lettersOf].some((form) => {
    const [given, forms] = [form(password), own.map(form)]
    const length = [...folded(password)].length
    return forms.some((one) => one !== '' && given.includes(one) && length - [...one].length <= FEW)
  })
}

/** The password without the digits and signs at both ends. Empty if there are more than MOST_AROUND_A_WORD of them. */
export function wordIn(password: string): string {
  const [, before = '', word = '', after = ''] = /^(\P{L}*)(.*?)(\P{L}*)$/su.exec(password.toLowerCase()) ?? []
  return before.length + after.length <= MOST_AROUND_A_WORD ? word : ''
}

const isMost = (covered: number, password: string) => {
  const rest = [...password].length - covered
  return rest <= FEW && rest < covered
}

const folded = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
const lettersOf = (text: string) => folded(text).replaceAll(/[^\p{L}\p{N}]/gu, '')
