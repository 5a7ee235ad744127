/** Readers of tokens that callers hand in, for whoever attacks them. */
export { readToken as readTrafficToken } from '../../domains/conversations/traffic/token.ts'
export { readSession, signSession } from '../../domains/orgs/accounts/session-token.ts'
export { readToken as readAuditToken } from '../../domains/orgs/audit/token.ts'
