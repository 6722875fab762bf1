/** A window of a browser, as the browser's own protocol drives it. */
export interface DrivenWindow {
  /** Opens an address and waits until it has loaded. */
  open(url: string): Promise<void>
  /** The value of a JavaScript expression in the page. The value must be writable as JSON. If it is a promise, this waits for it. */
  ask(expression: string): Promise<unknown>
  /** Presses the middle of the element that an expression returns, with the mouse. Fails if there is no such element. */
  press(element: string): Promise<void>
  /** Types with the keyboard into the field that an expression returns. The typed text replaces the text in the field. */
  fill(element: string, text: string): Promise<void>
}

/** A browser without data of earlier tests. Its windows share their data. */
export interface DrivenBrowser<Window extends DrivenWindow = DrivenWindow> {
  /** The open windows. The window that was opened first comes first. */
  windows(): Promise<readonly Window[]>
  close(): Promise<void>
}

/** The size of the page in a new window, in CSS pixels. */
export type Size = Readonly<{ width: number; height: number }>
