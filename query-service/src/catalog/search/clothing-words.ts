/**
 * TABLE: each row lists the American and British names of one thing. Plurals need not be listed, because `stem.ts` handles them. Words in
 * this table never count as typing errors, so a shop without skirts does not show shirts for "skirt".
 */
export const synonyms: readonly (readonly string[])[] = [
  ['tee', 't shirt', 'tshirt', 'tee shirt', 'teeshirt'],
  ['tank', 'tank top', 'vest', 'vest top', 'singlet', 'sleeveless tee', 'sleeveless t shirt', 'sleeveless tshirt'],
  ['sweater', 'jumper', 'pullover', 'pull over'],
  ['sweatshirt', 'sweat shirt'],
  ['hoodie', 'hoody', 'hooded sweatshirt', 'hooded sweater', 'hooded jumper', 'hooded top'],
  ['cardigan', 'cardi'],
  ['polo', 'polo shirt'],
  ['dress', 'frock'],
  ['trousers', 'pants', 'slacks'],
  ['chinos', 'khakis'],
  [
    'joggers',
    'sweatpants',
    'sweat pants',
    'track pants',
    'tracksuit bottoms',
    'jogging bottoms',
    'jogging pants',
    'trackies',
  ],
  ['jeans', 'denims', 'denim pants', 'denim trousers'],
  ['leggings', 'jeggings', 'treggings'],
  ['shorts', 'short pants'],
  ['dungarees', 'overalls', 'bib overalls'],
  ['jumpsuit', 'boiler suit', 'coveralls', 'playsuit', 'romper'],
  ['waistcoat', 'vest'],
  ['gilet', 'body warmer', 'puffer vest', 'padded vest'],
  ['overcoat', 'top coat', 'great coat'],
  ['raincoat', 'mac', 'mackintosh', 'rain mac', 'slicker', 'cagoule'],
  ['trench coat', 'trench'],
  ['parka', 'anorak'],
  ['windbreaker', 'windcheater'],
  ['bomber jacket', 'flight jacket', 'bomber'],
  ['denim jacket', 'jean jacket', 'trucker jacket'],
  ['biker jacket', 'motorcycle jacket', 'motorbike jacket', 'moto jacket'],
  ['chore coat', 'chore jacket', 'work jacket', 'worker jacket'],
  ['overshirt', 'shacket', 'shirt jacket'],
  ['blazer', 'sport coat', 'sports coat', 'sports jacket', 'suit jacket'],
  ['tuxedo', 'dinner jacket', 'dinner suit'],
  ['pyjamas', 'pajamas', 'pjs'],
  ['bathrobe', 'dressing gown', 'robe'],
  ['underpants', 'briefs'],
  ['tights', 'pantyhose', 'hosiery'],
  ['swimsuit', 'swimming costume', 'bathing suit', 'swimming suit'],
  ['swim shorts', 'swimming trunks', 'swim trunks', 'board shorts'],
  ['swimwear', 'beachwear'],
  ['trainers', 'sneakers', 'tennis shoes', 'running shoes', 'gym shoes'],
  ['wellies', 'wellington boots', 'rubber boots', 'rain boots', 'gumboots'],
  ['plimsolls', 'canvas shoes'],
  ['flip flops', 'flipflops'],
  ['beanie', 'woolly hat', 'wooly hat', 'knit cap', 'bobble hat'],
  ['cap', 'baseball cap'],
  ['suspenders', 'braces'],
  ['bag', 'handbag', 'purse'],
  ['backpack', 'rucksack'],
  ['scarf', 'muffler'],
  ['turtleneck', 'polo neck', 'roll neck'],
  ['skirt'],
  ['boots'],
  ['sandals'],
  ['loafers'],
  ['socks'],
  ['gloves'],
  ['belt'],
  ['suit'],
]

/** TABLE: each row lists the names of one look. A look is a cut, a pattern, a color or a material. */
export const styleSynonyms: readonly (readonly string[])[] = [
  ['crew neck', 'round neck'],
  ['check', 'checkered', 'chequered', 'plaid', 'tartan'],
  ['stripe', 'stripy', 'stripey'],
  ['polka dot', 'spotty', 'spotted', 'dotted'],
  ['pleated', 'pleats'],
  ['wool', 'woolen', 'woollen'],
  ['gray', 'grey'],
  ['color', 'colour'],
  ['harbor', 'harbour'],
  ['center', 'centre'],
  ['fiber', 'fibre'],
  ['mold', 'mould'],
  ['waterproof', 'rainproof', 'water resistant'],
  ['slim', 'skinny'],
  ['wide leg', 'baggy', 'loose fit'],
]

/** TABLE: the kinds of a thing. A search for coats finds products called coat first, and then overcoats. */
export const kindsOf: Readonly<Record<string, readonly string[]>> = {
  coat: ['overcoat', 'raincoat', 'trench', 'duffle', 'peacoat'],
  jacket: ['bomber', 'blazer', 'windbreaker', 'gilet', 'parka'],
  shirt: ['overshirt', 'blouse'],
  trousers: ['chinos', 'joggers', 'leggings', 'culottes'],
  top: ['tee', 'tank', 'blouse', 'polo', 'sweatshirt'],
  knitwear: ['sweater', 'cardigan', 'turtleneck'],
  sweater: ['turtleneck'],
  dress: ['sundress', 'gown'],
  shoes: ['trainers', 'boots', 'sandals', 'loafers', 'plimsolls'],
  hat: ['cap', 'beanie'],
  swimwear: ['swimsuit', 'swim shorts', 'bikini'],
}

/** TABLE: the words that a search for a look also finds. A search for a shade also finds its basic color. */
export const looksOf: Readonly<Record<string, readonly string[]>> = {
  waterproof: ['raincoat', 'rain jacket', 'parka'],
  check: ['gingham', 'windowpane'],
  stripe: ['pinstripe'],
  navy: ['blue'],
  burgundy: ['red'],
  olive: ['green'],
  khaki: ['green'],
  cream: ['white'],
  ivory: ['white'],
  charcoal: ['black'],
}

/** TABLE: words that come between the name of a thing and its purpose or property, as in "shirts for a party". */
export const prepositions: ReadonlySet<string> = new Set(['for', 'from', 'in', 'of', 'to', 'with'])

export type Gender = 'Men' | 'Women'

/** TABLE: words that say for whom a product is. */
export const genderWords: Readonly<Record<string, Gender>> = {
  man: 'Men',
  men: 'Men',
  mens: 'Men',
  menswear: 'Men',
  male: 'Men',
  gents: 'Men',
  gentleman: 'Men',
  gentlemen: 'Men',
  gentlemens: 'Men',
  guys: 'Men',
  woman: 'Women',
  women: 'Women',
  womens: 'Women',
  womans: 'Women',
  womenswear: 'Women',
  female: 'Women',
  lady: 'Women',
  ladies: 'Women',
  ladys: 'Women',
}

/**
 * TABLE: the stems of words for which the rules of English give a wrong stem. The stem of "shorts" must not be "short", because a search
 * for short dresses must not find shorts.
 */
export const stems: Readonly<Record<string, string>> = {
  shorts: 'shorts',
  legging: 'leggings',
  leggings: 'leggings',
  denims: 'denims',
  tights: 'tights',
  briefs: 'briefs',
  flats: 'flats',
  scarves: 'scarf',
  dyed: 'dye',
  knitwear: 'knitwear',
}

/** TABLE: words that a search ignores, because they do not describe a product. */
export const emptyWords: ReadonlySet<string> = new Set([
  'a',
  'an',
  'and',
  'any',
  'for',
  'from',
  'in',
  'me',
  'my',
  'of',
  'or',
  'some',
  'the',
  'to',
  'with',
])
