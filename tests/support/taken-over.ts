/**
 * A script for a page. It returns whether the client has hydrated the page, so that its buttons work. It looks for the marks that React
 * gives to its elements.
 */
export const HAS_TAKEN_OVER = `['#root > *', '#main'].every((place) => {
  const element = document.querySelector(place)
  return element ? Object.keys(element).some((key) => key.startsWith('__reactFiber')) : place === '#main'
})`
