/** Parsers of tokens that callers send, for the fuzzer. */
export { decodeTrafficToken as readTrafficToken } from '../../domains/conversations/traffic/pages.ts'
export { signSessionToken, verifySessionToken } from '../../domains/orgs/accounts/session-token.ts'
export { decodeAuditPageToken as readAuditToken } from '../../domains/orgs/audit/routes.ts'
