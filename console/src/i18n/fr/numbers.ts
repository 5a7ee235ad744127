export const language = 'fr'

export const formatNumber = (value: number): string => value.toLocaleString(language)

/** Formats a count with its noun. In French, 0 and 1 take the singular: "0 cas", "1 message", "2 000 messages". */
export const formatCount = (many: number, one: string, more: string): string =>
  `${formatNumber(many)} ${Math.abs(many) < 2 ? one : more}`
