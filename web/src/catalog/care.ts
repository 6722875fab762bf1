/** TABLE: how to wash each material. */
const ofMaterial: Readonly<Record<string, string>> = {
  Cotton: 'Wash it at 30° with similar colors, and dry it on a line. You can iron it warm.',
  Polyester: 'Wash it at 30° without softener. It dries fast without a dryer. If you iron it, use a cool iron.',
  Denim: 'Wash it cold, inside out and rarely. The color fades when you wear it. This is intended.',
  Leather: 'Never wash it. Wipe it with a damp cloth, keep it away from radiators, and take stains to a specialist.',
}

/** TABLE: how to keep each category. */
const ofCategory: Readonly<Record<string, string>> = {
  'Top Wear': 'Fold knitwear. Hang shirts with the top button closed.',
  'Bottom Wear': 'Hang it by the hem. Close the zip before you wash it.',
  Outerwear: 'Air it after a day outside. Use a wide hanger, so that the shoulders keep their shape.',
}

export const careOf = ({ category, material }: { category: string; material: string }): readonly string[] => [
  ofMaterial[material] ?? 'The label inside says how to wash it.',
  ...(ofCategory[category] ? [ofCategory[category]] : []),
]
