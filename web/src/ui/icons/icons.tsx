import { lineIcon } from './line-icon.tsx'

/* The icons of the shop's pages: Lucide drawings, each as one path. Their license is in LICENSE. */

export const ArrowLeft = lineIcon('M12 19l-7-7 7-7M19 12H5')
export const ArrowRight = lineIcon('M5 12h14M12 5l7 7-7 7')
export const CircleAlert = lineIcon('M2 12a10 10 0 1 0 20 0a10 10 0 1 0-20 0M12 8v4M12 16h.01')
export const CircleCheck = lineIcon('M2 12a10 10 0 1 0 20 0a10 10 0 1 0-20 0M16 9l-5.5 5.5L8 12')
export const Globe = lineIcon(
  'M2 12a10 10 0 1 0 20 0a10 10 0 1 0-20 0M12 2a14.5 14.5 0 0 0 0 20 14.5 14.5 0 0 0 0-20M2 12h20',
)
export const Info = lineIcon('M2 12a10 10 0 1 0 20 0a10 10 0 1 0-20 0M12 16v-4M12 8h.01')
export const Spinner = lineIcon('M21 12a9 9 0 1 1-6.219-8.56')
export const Lock = lineIcon(
  'M11 16a1 1 0 1 0 2 0a1 1 0 1 0-2 0M5 10h14a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-14a2 2 0 0 1-2-2v-8a2 2 0 0 1 2-2zM7 10V7a5 5 0 0 1 10 0v3',
)
export const Menu = lineIcon('M4 5h16M4 12h16M4 19h16')
export const Minus = lineIcon('M5 12h14')
export const Plus = lineIcon('M5 12h14M12 5v14')
export const Reload = lineIcon('M21 12a9 9 0 1 1-9-9c2.52 0 4.93 1 6.74 2.74L21 8M21 3v5h-5')
export const Search = lineIcon('M21 21l-4.34-4.34M3 11a8 8 0 1 0 16 0a8 8 0 1 0-16 0')
export const ShoppingBag = lineIcon(
  'M16 10a4 4 0 0 1-8 0M3.103 6.034h17.794M3.4 5.467a2 2 0 0 0-.4 1.2V20a2 2 0 0 0 2 2h14a2 2 0 0 0 2-2V6.667a2 2 0 0 0-.4-1.2l-2-2.667A2 2 0 0 0 17 2H7a2 2 0 0 0-1.6.8z',
)
export const Trash = lineIcon(
  'M10 11v6M14 11v6M19 6v14a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V6M3 6h18M8 6V4a2 2 0 0 1 2-2h4a2 2 0 0 1 2 2v2',
)
export const TriangleAlert = lineIcon(
  'M21.73 18l-8-14a2 2 0 0 0-3.48 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.73-3M12 9v4M12 17h.01',
)
export const Undo = lineIcon('M9 14 4 9l5-5M4 9h10.5a5.5 5.5 0 0 1 5.5 5.5a5.5 5.5 0 0 1-5.5 5.5H11')
export const User = lineIcon('M19 21v-2a4 4 0 0 0-4-4H9a4 4 0 0 0-4 4v2M8 7a4 4 0 1 0 8 0a4 4 0 1 0-8 0')
export const X = lineIcon('M18 6 6 18M6 6l12 12')
