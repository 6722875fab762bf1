/*
 * The first view can be used before the client's script has loaded. What the browser does by itself (text typed, focus,
 * scroll position, open summaries) stays, since the client takes over the same elements. Presses of buttons, and choices
 * in fields that the client controls (a filter, the order of a list), are repeated as soon as the client listens.
 */

const CHOICES = 'select, input[type=checkbox], input[type=radio], input[type=range]'

/** Records presses from now on. Call the returned function right before the client takes over, and what that returns right after. */
export function notePresses(): () => () => Promise<void> {
  const pressed: HTMLElement[] = []
  const note = ({ target }: Event) => {
    const button = target instanceof Element ? target.closest('button') : null
    if (!button) return
    pressed.push(button)
    showField(button)
  }
  document.addEventListener('click', note, true)

  return () => {
    document.removeEventListener('click', note, true)
    // All are read before any is reset, since resetting a radio button changes the others of its group.
    const choices = [...document.querySelectorAll<Field>(CHOICES)].flatMap(choiceIn)
    for (const { reset } of choices) reset()
    return async () => {
      for (const { element, act } of [...choices, ...pressed.map(pressOf)]) {
        // As in every press. It makes React take over this part of the page before the value of a field changes.
        element.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }))
        act()
        // The next press must see what this one has changed.
        await new Promise((resolve) => setTimeout(resolve))
      }
    }
  }
}

/** What a button shows to type into is shown at once, so that no letter is lost; the press that is repeated finds it so. */
function showField(button: HTMLButtonElement) {
  const part = document.getElementById(button.getAttribute('aria-controls') ?? '')
  const field = part?.querySelector('input')
  if (!part || !field) return
  part.hidden = !part.hidden
  field.focus()
}

type Field = HTMLSelectElement | HTMLInputElement
type Act = { element: HTMLElement; act: () => void }

const pressOf = (element: HTMLElement): Act => ({ element, act: () => element.click() })

/** A choice made in a field since it was drawn: how to reset the field, and how to make the choice again. */
function choiceIn(element: Field): readonly (Act & { reset: () => void })[] {
  if (element instanceof HTMLSelectElement) {
    const { selectedIndex: chosen } = element
    const drawn = Math.max(
      [...element.options].findIndex((option) => option.defaultSelected),
      0,
    )
    if (chosen === drawn) return []
    const select = (index: number) => () => {
      element.selectedIndex = index
      element.dispatchEvent(new Event('change', { bubbles: true }))
    }
    return [{ element, reset: select(drawn), act: select(chosen) }]
  }
  if (element.type === 'range') {
    const { value, defaultValue } = element
    if (value === defaultValue) return []
    const slide = (to: string) => () => {
      setUntracked(element, to)
      element.dispatchEvent(new Event('input', { bubbles: true }))
    }
    return [{ element, reset: slide(defaultValue), act: slide(value) }]
  }
  const { checked, defaultChecked } = element
  if (checked === defaultChecked) return []
  const reset = () => {
    element.checked = defaultChecked
  }
  // Of a radio group only the chosen button is pressed again, not the one that was chosen before.
  return [{ ...pressOf(element), reset, ...(element.type === 'radio' && !checked && { act: () => {} }) }]
}

/** Sets a value so that React does not see it: it tracks the element's own setter, and ignores events for values set there. */
function setUntracked(element: HTMLInputElement, value: string) {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(element, value)
}
