import { type AgentFlow, flowReferences } from '@parley/definition'

type FlowOwner = { id: string; flow?: unknown }

/** Returns the playbooks whose flows call a playbook or transfer to it. */
export function findDependentPlaybooks<P extends FlowOwner>(id: string, playbooks: readonly P[]): P[] {
  return playbooks.filter(
    (playbook) =>
      playbook.id !== id &&
      playbook.flow !== undefined &&
      flowReferences(playbook.flow as AgentFlow).some((one) => one.kind === 'playbook' && one.id === id),
  )
}
