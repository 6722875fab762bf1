/** Whether a text can be the name of a saved question. */
export const isQuestionName = (text: string) => text.length <= 100 && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text)

/** The error text for a name that is not valid. */
export const NAME_RULE = 'Use small letters and digits, joined by hyphens'
