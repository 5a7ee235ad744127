import { boundedText } from '@parley/findings'
import { z } from 'zod'

/** Operators choose the ids of Things and collections: any text, including slashes. */
export const contentId = boundedText({ min: 1, max: 200 })

export function webUrl(max: number) {
  return boundedText({ max }).pipe(z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }))
}
