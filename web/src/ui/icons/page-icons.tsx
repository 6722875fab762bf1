import { lineIcon } from './line-icon.tsx'

/* Icons of the shop’s other pages, which the home page does not load. Their license is in LICENSE. */

export const ChevronDown = lineIcon('M6 9l6 6 6-6')
export const Clock = lineIcon('M2 12a10 10 0 1 0 20 0a10 10 0 1 0-20 0M12 6v6l4 2')
export const Flask = lineIcon(
  'M14 2v6a2 2 0 0 0 .245.96l5.51 10.08A2 2 0 0 1 18 22H6a2 2 0 0 1-1.755-2.96l5.51-10.08A2 2 0 0 0 10 8V2M6.453 15h11.094M8.5 2h7',
)
export const Sliders = lineIcon('M10 5H3M12 19H3M14 3v4M16 17v4M21 12h-9M21 19h-5M21 5h-7M8 10v4M8 12H3')
