/** TABLE: how to wash each material of the shop. */
const ofMaterial: Readonly<Record<string, string>> = {
  Cotton: 'Wash it at 30°, with like colors, and dry it on the line. A warm iron does no harm.',
  Polyester: 'Wash it at 30° without softener. It dries fast without a dryer. If you iron it, use a cool iron.',
  Denim: 'Wash it cold, inside out and rarely. The color fades where the cloth moves, as it should.',
  Leather: 'Never wash it. Wipe it with a damp cloth, keep it from radiators, and leave stains to a specialist.',
}

/** TABLE: how to keep each category of the shop. */
const ofCategory: Readonly<Record<string, string>> = {
  'Top Wear': 'Knits lie folded; shirts hang buttoned at the neck.',
  'Bottom Wear': 'Hang it by the hem, and close the zip before washing.',
  Outerwear: 'Air it after a day outside. A wide hanger keeps its shoulders.',
}

/** How to care for a product, in sentences. For an unknown material, a sentence refers to the label inside. */
export const careOf = ({ category, material }: { category: string; material: string }): readonly string[] => [
  ofMaterial[material] ?? 'The label inside says how to wash it.',
  ...(ofCategory[category] ? [ofCategory[category]] : []),
]
