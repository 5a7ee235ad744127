import { boundedText } from '@parley/findings'
import { z } from 'zod'

/** The ids of Things and collections are the operator's own: any words, also with slashes. */
export const contentId = boundedText({ min: 1, max: 200 })

export function webUrl(max: number) {
  return boundedText({ max }).pipe(z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }))
}
