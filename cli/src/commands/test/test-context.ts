import type { AgentClient } from '@parley/sdk'
import type { CommandCall } from '../../command.ts'
import type { SuiteRef } from './run-selection.ts'
import type { TestArguments } from './test-arguments.ts'

export type TestContext = Pick<CommandCall, 'io' | 'print' | 'paint' | 'json'> & {
  client: AgentClient
  testArguments: TestArguments
  suites: readonly SuiteRef[]
}
