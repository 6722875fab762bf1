/** Whether a text can be the name of a saved question. */
export const isQuestionName = (text: string) => text.length <= 100 && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text)

/** What a name must be, for a user whose text is none. */
export const NAME_RULE = 'Small letters and digits, joined by hyphens'
