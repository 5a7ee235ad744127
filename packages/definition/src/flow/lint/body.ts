import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { FlowFault } from '../fault.ts'
import type { AgentFlow } from '../flow.ts'
import type { FlowLintScope } from '../lint-scope.ts'

/** SHA-256 of a playbook's body, as hex: what `generatedFrom.bodyHash` holds. */
export function bodyHash(body: string): string {
  return bytesToHex(sha256(utf8ToBytes(body)))
}

/** A flow that was made from another body than the playbook has now. */
export function lintBody({ generatedFrom }: AgentFlow, { body }: FlowLintScope): FlowFault[] {
  if (!generatedFrom || body === undefined || generatedFrom.bodyHash === bodyHash(body)) return []
  const message = 'is of another body: it has changed since the flow was generated'
  return [{ severity: 'warning', code: 'flow.body.stale', path: ['generatedFrom', 'bodyHash'], message }]
}
