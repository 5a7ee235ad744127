/** Calls to addresses that callers choose. */
export { OutboundFailed, OutboundRefused, TooLarge } from './errors.ts'
export { type Limit, limitTo } from './limit.ts'
export { createOutbound, type OpenAnswer, type Outbound, type OutboundCall, type OutboundOpen } from './outbound.ts'
export { readAtMost } from './read-at-most.ts'
