import { createHash } from 'node:crypto'
import type { AdapterBinding } from '../../adapter.ts'

/** The same UUID (version 5) for the same name of the same agent, so that a repeat is known as one. */
export function createStableUuid({ agentKey }: Pick<AdapterBinding, 'agentKey'>, name: string): string {
  const bytes = createHash('sha1').update(`parley:${agentKey}:${name}`).digest().subarray(0, 16)
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x50
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
