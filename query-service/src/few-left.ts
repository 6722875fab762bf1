/** So many pieces or fewer are about to be gone. */
export const FEW_LEFT = 5
