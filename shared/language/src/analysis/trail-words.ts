/** A size or a color in the trail. The pattern is narrow, so that no long text or e-mail address matches. */
export const TRAIL_WORD = /^[\p{L}\d /.-]{0,20}$/u
