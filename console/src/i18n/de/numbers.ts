export const language = 'de'

export const formatNumber = (value: number): string => value.toLocaleString(language)

/** Formats a count with its noun: "1 Fall", "2.000 Fälle". */
export const formatCount = (many: number, one: string, more: string): string =>
  `${formatNumber(many)} ${many === 1 ? one : more}`
