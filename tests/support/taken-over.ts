/** A script for a page: whether the client has taken over what the gateway drew, so that a press has an effect. */
export const HAS_TAKEN_OVER =
  "Object.keys(document.querySelector('#root > *') ?? {}).some((key) => key.startsWith('__reactFiber'))"
