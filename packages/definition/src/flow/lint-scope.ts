import type { AgentFlow } from './flow.ts'

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
  flowOf(playbookId: string): AgentFlow | undefined
}
