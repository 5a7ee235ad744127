export const formatNumber = (value: number): string => value.toLocaleString('en')

/** Formats a count with its noun: "1 case", "2,000 cases". */
export const formatCount = (many: number, one: string, more = `${one}s`): string =>
  `${formatNumber(many)} ${many === 1 ? one : more}`
