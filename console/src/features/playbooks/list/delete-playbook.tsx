import { List, Stack, Text } from '@mantine/core'
import { type AgentFlow, listFlowReferences } from '@parley/definition'
import { useSyncExternalStore } from 'react'
import { strings } from '#i18n/playbooks.ts'
import { useAgent } from '../../../app/current-org.ts'
import { askConfirmation } from '../../../components/confirm.tsx'
import { deleteWithUndo } from '../../../components/notify.tsx'
import { type AgentPlaybook, useInvalidatePlaybooks } from '../playbook-data.ts'

type FlowOwner = { id: string; flow?: unknown }

/** Returns the playbooks whose flows call a playbook or transfer to it. */
export function findDependentPlaybooks<P extends FlowOwner>(id: string, playbooks: readonly P[]): P[] {
  return playbooks.filter(
    (playbook) =>
      playbook.id !== id &&
      playbook.flow !== undefined &&
      listFlowReferences(playbook.flow as AgentFlow).some((one) => one.kind === 'playbook' && one.id === id),
  )
}

/** Playbooks pending deletion; hidden until then or until undone. */
let hidden: ReadonlySet<string> = new Set()
const listeners = new Set<() => void>()

function setHidden(ids: Iterable<string>): void {
  hidden = new Set(ids)
  for (const listener of listeners) listener()
}

export function useHiddenPlaybooks(): ReadonlySet<string> {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => hidden,
  )
}

/** Deletes a playbook with undo. If it is still in use, explains why it cannot be deleted and resolves to false. */
export function useDeletePlaybook() {
  const agent = useAgent()
  const forget = useInvalidatePlaybooks()
  return async (playbook: AgentPlaybook, playbooks: readonly AgentPlaybook[]): Promise<boolean> => {
    const { id, name, outreachId } = playbook
    const holders = findDependentPlaybooks(id, playbooks)
    if (outreachId !== undefined || holders.length > 0) {
      const title = strings.remove.blockedTitle(name)
      await askConfirmation({
        title,
        text: <Held owned={outreachId !== undefined} holders={holders} />,
        ok: strings.remove.close,
      })
      return false
    }
    deleteWithUndo({
      name,
      hide: () => setHidden([...hidden, id]),
      restore: () => setHidden([...hidden].filter((one) => one !== id)),
      remove: async () => {
        await agent.api.delete('/playbooks/{playbookId}', { path: { playbookId: id } })
        forget()
      },
    })
    return true
  }
}

function Held({ owned, holders }: { owned: boolean; holders: readonly AgentPlaybook[] }) {
  if (owned) return strings.remove.ownedByOutreach
  return (
    <Stack gap="xs">
      <Text>{strings.remove.blockedText}</Text>
      <List>
        {holders.map(({ id, name }) => (
          <List.Item key={id}>{strings.remove.by(name)}</List.Item>
        ))}
      </List>
    </Stack>
  )
}
