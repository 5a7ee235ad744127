/** Outbound calls to addresses that callers choose. */

export { readLimited } from './buffered-call.ts'
export { createDeadline, type Deadline } from './deadline.ts'
export { OutboundBlockedError, OutboundFailedError, ResponseTooLargeError } from './errors.ts'
export {
  createOutbound,
  type Outbound,
  type OutboundCall,
  type OutboundOpen,
  type StreamedResponse,
} from './outbound.ts'
