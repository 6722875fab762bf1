/** A size or a color in the trail. Length and characters are limited, so that no sentence and no address matches. */
export const TRAIL_WORD = /^[\p{L}\d /.-]{0,20}$/u
