import { List, Stack, Text } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { words } from '#words/playbooks.ts'
import { useAgent } from '../../../app/org.ts'
import { confirm } from '../../../parts/confirm.tsx'
import { deleteWithUndo } from '../../../parts/tell.tsx'
import { type Playbook, useForgetPlaybooks } from '../data.ts'
import { dependantsOf } from './dependants.ts'

/** Those that are deleted unless it is undone; they are not shown meanwhile. */
let hidden: ReadonlySet<string> = new Set()
const listeners = new Set<() => void>()

function change(ids: Iterable<string>): void {
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

/** Deletes a playbook, with a way back; who cannot be deleted is told why. Answers whether it goes. */
export function usePlaybookRemoval() {
  const agent = useAgent()
  const forget = useForgetPlaybooks()
  return async (playbook: Playbook, playbooks: readonly Playbook[]): Promise<boolean> => {
    const { id, name, outreachId } = playbook
    const holders = dependantsOf(id, playbooks)
    if (outreachId !== undefined || holders.length > 0) {
      const title = words.remove.heldTitle(name)
      await confirm({
        title,
        text: <Held owned={outreachId !== undefined} holders={holders} />,
        ok: words.remove.close,
      })
      return false
    }
    deleteWithUndo({
      name,
      hide: () => change([...hidden, id]),
      bringBack: () => change([...hidden].filter((one) => one !== id)),
      remove: async () => {
        await agent.api.delete('/playbooks/{playbookId}', { path: { playbookId: id } })
        forget()
      },
    })
    return true
  }
}

function Held({ owned, holders }: { owned: boolean; holders: readonly Playbook[] }) {
  if (owned) return words.remove.heldOutreach
  return (
    <Stack gap="xs">
      <Text>{words.remove.heldText}</Text>
      <List>
        {holders.map(({ id, name }) => (
          <List.Item key={id}>{words.remove.by(name)}</List.Item>
        ))}
      </List>
    </Stack>
  )
}
