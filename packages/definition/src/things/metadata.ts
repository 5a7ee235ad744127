import { boundedText } from '@parley/findings'
import { z } from 'zod'

const maxKeys = 50
const maxKeyLength = 100

/** Texts by key. The keys are judged first, so that a hostile object costs no more than its own reading. */
export const ThingMetadata = z.preprocess(
  (sent, context) => {
    const keys = typeof sent === 'object' && sent !== null ? Object.keys(sent) : []
    if (keys.length > maxKeys) context.addIssue(`must have at most ${maxKeys} entries`)
    else if (!keys.every(isKey))
      context.addIssue(`must have keys of 1 to ${maxKeyLength} characters, none of them __proto__`)
    return sent
  },
  z.record(z.string(), boundedText({ max: 1000 })),
)

function isKey(key: string): boolean {
  return key !== '' && key !== '__proto__' && (key.length <= maxKeyLength || [...key].length <= maxKeyLength)
}
