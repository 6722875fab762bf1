/** A size or a color in the trail: too short, and with too few kinds of characters, for a sentence or an address. */
export const TRAIL_WORD = /^[\p{L}\d /.-]{0,20}$/u
