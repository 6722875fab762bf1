/** A size or a color in the trail. The pattern is narrow, so that it cannot carry long texts or e-mail addresses. */
export const TRAIL_WORD = /^[\p{L}\d /.-]{0,20}$/u
