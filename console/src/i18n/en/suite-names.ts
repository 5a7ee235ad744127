import { translatedPage } from '../translated-page.ts'

/** The suites that Parley creates: stored in English, so that each exists once, and translated where they are shown. */
export const storedSuiteNames = { answered: 'Answered questions', recorded: 'Recorded from conversations' }

export const suiteNames = translatedPage('suite-names', storedSuiteNames)

/** The name of a suite as users of any language gave it, or in the user's language if Parley gave it. */
export function displaySuiteName(stored: string): string {
  const known = Object.entries(storedSuiteNames).find(([, name]) => name === stored)
  return known ? (suiteNames[known[0] as keyof typeof suiteNames] ?? stored) : stored
}
