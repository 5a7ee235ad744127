/** Calls to addresses that callers choose. */
export { OutboundFailedError, OutboundBlockedError, ResponseTooLargeError } from './errors.ts'
export { type Deadline, createDeadline } from './deadline.ts'
export { createOutbound, type StreamedResponse, type Outbound, type OutboundCall, type OutboundOpen } from './outbound.ts'
export { readLimited } from './read-limited.ts'
