import { List, Stack, Text } from '@mantine/core'
import { useMemo, useRef, useState } from 'react'
import { strings } from '#i18n/setup.ts'
import { useAgent } from '../../app/current-org.ts'
import { askConfirmation } from '../../components/confirm.tsx'
import { deleteWithUndo, notify } from '../../components/notify.tsx'
import { type EntryUse, findUses } from './uses.ts'

type NamedItem = { id: string; name?: string }

/**
 * Gone from the list at once, and for good when it is not undone. What still names it is told instead. `section` is that
 * of the agent's document.
 */
export function useDeleteUnlessUsed<Item extends NamedItem>(section: string, act: (item: Item) => Promise<unknown>) {
  const agent = useAgent()
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const latest = useRef(act)
  latest.current = act
  const remove = useMemo(
    () => async (item: Item) => {
      const { id, name = id } = item
      try {
        const uses = await findUses(agent.api, section, id)
        if (uses.length > 0) return void askConfirmation(inUseDialog(name, uses))
        deleteWithUndo({
          name,
          hide: () => setHidden((before) => new Set([...before, id])),
          restore: () => setHidden((before) => new Set([...before].filter((one) => one !== id))),
          remove: () => latest.current(item),
        })
      } catch (error) {
        notify.error(error)
      }
    },
    [agent.api, section],
  )
  return { hidden, remove }
}

const { uses: texts } = strings

const inUseDialog = (name: string, uses: readonly EntryUse[]) => ({
  title: texts.title(name),
  text: <UseList uses={uses} />,
  ok: texts.close,
  cancel: null,
})

function UseList({ uses }: { uses: readonly EntryUse[] }) {
  const lines = new Set(uses.map(({ path, name }) => texts.by(sectionLabelOf(path), name)))
  return (
    <Stack gap="xs">
      <Text>{texts.text}</Text>
      <List>
        {[...lines].map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
      </List>
    </Stack>
  )
}

const sectionLabelOf = (path: string): string | undefined =>
  Object.entries(texts.kinds).find(([section]) => path.startsWith(`${section}[`))?.[1]
