export const language = 'es'

export const formatNumber = (value: number): string => value.toLocaleString(language)

/** Formats a count with its noun: "1 caso", "20.000 casos". */
export const formatCount = (many: number, one: string, more: string): string =>
  `${formatNumber(many)} ${many === 1 ? one : more}`
