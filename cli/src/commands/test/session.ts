import type { AgentClient } from '@parley/sdk'
import type { Call } from '../../command.ts'
import type { Asked } from './arguments.ts'
import type { Suite } from './selection.ts'

/** One call of `parley test`. */
export type Session = Pick<Call, 'io' | 'say' | 'paint' | 'json'> & {
  at: AgentClient
  asked: Asked
  suites: readonly Suite[]
}
