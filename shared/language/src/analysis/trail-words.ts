/** A size or a color in the trail. Length and characters are limited, so that it cannot hold a sentence or an address. */
export const TRAIL_WORD = /^[\p{L}\d /.-]{0,20}$/u
