import type { OutboundMessage } from '@parley/amf'
import type { SendRequest } from '../deps.ts'

/** A message that could be read, with the id that it will be known by. */
export type PreparedMessage = { send: SendRequest; id: string; callerId?: string; message: OutboundMessage }

/** The 24 hours of callers' ids, of receipts and of what waits. */
export const dayMilliseconds = 86_400_000
