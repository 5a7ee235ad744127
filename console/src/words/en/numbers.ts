/** A number, as English writes it. */
export const number = (value: number): string => value.toLocaleString('en')

/** So many of something: "1 case", "2,000 cases". */
export const counted = (many: number, one: string, more = `${one}s`): string =>
  `${number(many)} ${many === 1 ? one : more}`
