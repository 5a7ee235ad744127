import type { ParsedCall, ProviderCall } from '../../adapter.ts'
import { parseJsonBytes } from '../payload-reader.ts'
import { parseActions } from './actions.ts'
import { parseEvent } from './events.ts'

/** Events come as JSON, taps as a form with JSON in it; both to the same address. */
export function parse({ headers, body }: ProviderCall): ParsedCall {
  if (!headers['content-type']?.startsWith('application/x-www-form-urlencoded')) return parseEvent(parseJsonBytes(body))
  const payload = new URLSearchParams(body.toString()).get('payload') ?? ''
  return parseActions(parseJsonBytes(Buffer.from(payload)))
}
