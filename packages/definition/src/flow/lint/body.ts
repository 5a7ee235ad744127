import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { FlowFault } from '../fault.ts'
import type { AgentFlow } from '../flow.ts'
import type { FlowLintScope } from '../lint-scope.ts'

/** SHA-256 of a playbook's body as hex, as stored in `generatedFrom.bodyHash`. */
export function bodyHash(body: string): string {
  return bytesToHex(sha256(utf8ToBytes(body)))
}

/** Reports a flow generated from an outdated version of the playbook's body. */
export function lintBody({ generatedFrom }: AgentFlow, { body }: FlowLintScope): FlowFault[] {
  if (!generatedFrom || body === undefined || generatedFrom.bodyHash === bodyHash(body)) return []
  const message = 'is of another body: it has changed since the flow was generated'
  return [{ severity: 'warning', code: 'flow.body.stale', path: ['generatedFrom', 'bodyHash'], message }]
}
