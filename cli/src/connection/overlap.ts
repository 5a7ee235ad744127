import { parseWholeNumber } from '../command-parser/parse.ts'

const weekMinutes = 10_080

/** For commands that replace a secret. */
export const overlapOption = {
  type: 'string',
  value: 'MINUTES',
  description: 'how long the old one goes on working, at most 10080 (a week); default: 0',
} as const

export const parseOverlap = (text = '0'): number => parseWholeNumber('--overlap', text, { least: 0, most: weekMinutes })
