import type { Parsed, ProviderCall } from '../../adapter.ts'
import { jsonIn } from '../read.ts'
import { parseActions } from './actions.ts'
import { parseEvent } from './events.ts'

/** Events come as JSON, taps as a form with JSON in it; both to the same address. */
export function parse({ headers, body }: ProviderCall): Parsed {
  if (!headers['content-type']?.startsWith('application/x-www-form-urlencoded')) return parseEvent(jsonIn(body))
  const payload = new URLSearchParams(body.toString()).get('payload') ?? ''
  return parseActions(jsonIn(Buffer.from(payload)))
}
