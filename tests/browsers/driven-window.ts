/** A window of a browser. A test controls it with the browser's own protocol. */
export interface DrivenWindow {
  /** Opens an address and waits until it has loaded. */
  open(url: string): Promise<void>
  /** Evaluates a JavaScript expression in the page, and waits for its value if it is a promise. The value must fit into JSON. */
  ask(expression: string): Promise<unknown>
  /** Presses the middle of the element that an expression returns, with the mouse. Fails if there is no such element. */
  press(element: string): Promise<void>
  /** Types with the keyboard into the field that an expression returns. The typed text replaces the text in the field. */
  fill(element: string, text: string): Promise<void>
}

/** A browser without data from earlier tests. All its windows have the same cookies and storage. */
export interface DrivenBrowser<Window extends DrivenWindow = DrivenWindow> {
  /** The open windows. The window that was opened first comes first. */
  windows(): Promise<readonly Window[]>
  close(): Promise<void>
}

/** The size of the page in a new window, in CSS pixels. */
export type Size = Readonly<{ width: number; height: number }>
