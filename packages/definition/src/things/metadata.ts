import { text } from '@parley/findings'
import { z } from 'zod'

const mostKeys = 50
const longestKey = 100

/** Texts by key. The keys are judged first, so that a hostile object costs no more than its own reading. */
export const Metadata = z.preprocess(
  (sent, context) => {
    const keys = typeof sent === 'object' && sent !== null ? Object.keys(sent) : []
    if (keys.length > mostKeys) context.addIssue(`must have at most ${mostKeys} entries`)
    else if (!keys.every(isKey))
      context.addIssue(`must have keys of 1 to ${longestKey} characters, none of them __proto__`)
    return sent
  },
  z.record(z.string(), text({ max: 1000 })),
)

function isKey(key: string): boolean {
  return key !== '' && key !== '__proto__' && (key.length <= longestKey || [...key].length <= longestKey)
}
