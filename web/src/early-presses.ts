/*
 * The first view can be used before the client's script has loaded. Two things are repeated as soon as the client listens: presses of
 * buttons, and choices in fields that the client controls.
 */

const CHOICES = 'select, input[type=checkbox], input[type=radio], input[type=range]'

/** Records presses. Call the returned function right before the client takes over, and call its result right after. */
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
    // All choices are read before any reset, because resetting a radio button changes its group.
    const choices = [...document.querySelectorAll<Field>(CHOICES)].flatMap(choiceIn)
    for (const { reset } of choices) reset()
    return async () => {
      for (const { element, act } of [...choices, ...pressed.map(pressOf)]) {
        // This event makes React hydrate this part of the page before a field's value changes.
        element.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }))
        act()
        // The next press must see the changes of this press.
        await new Promise((resolve) => setTimeout(resolve))
      }
    }
  }
}

/** If a button opens a text field, shows the field at once, so that no letter is lost. */
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

/** The choice that was made since the page was drawn: `reset` undoes it, and `act` repeats it. Empty if the field is unchanged. */
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
  // In a radio group only the newly chosen button is pressed again.
  return [{ ...pressOf(element), reset, ...(element.type === 'radio' && !checked && { act: () => {} }) }]
}

/** After the element's own setter, React would ignore the event that follows. */
function setUntracked(element: HTMLInputElement, value: string) {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(element, value)
}
