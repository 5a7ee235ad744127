import type { AgentFlow } from './flow.ts'

/** What the lint of a flow must know of the agent around it. */
export type FlowLintScope = {
  playbookId: string
  uses: readonly string[]
  body?: string
  knows: {
    template(id: string): boolean
    playbook(id: string): boolean
    integration(id: string): boolean
    peopleField(key: string): boolean
  }
  /** The flow of any playbook, to follow calls. */
  flowOf(playbookId: string): AgentFlow | undefined
}
