export const isQuestionName = (text: string) => text.length <= 100 && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text)

export const NAME_RULE = 'Use small letters and digits, joined by hyphens'
