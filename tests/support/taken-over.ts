/** A script for a page: whether the client has hydrated it, so that a press has an effect. React marks the elements that it manages. */
export const HAS_TAKEN_OVER = `['#root > *', '#main'].every((place) => {
  const element = document.querySelector(place)
  return element ? Object.keys(element).some((key) => key.startsWith('__reactFiber')) : place === '#main'
})`
