/** A size or a colour as the trail takes it: so short, and of such signs, that it holds no sentence and no address. */
export const TRAIL_WORD = /^[\p{L}\d /.-]{0,20}$/u
