import { usageError } from '../exit.ts'

export function parseWholeNumber(
  option: string,
  text: string,
  { least, most }: { least: number; most: number },
): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (number >= least && number <= most) return number
  throw usageError(`${option} must be a whole number from ${least} to ${most}`)
}
