import { List, Stack, Text } from '@mantine/core'
import { useMemo, useRef, useState } from 'react'
import { words } from '#words/setup.ts'
import { useAgent } from '../../app/org.ts'
import { confirm } from '../../parts/confirm.tsx'
import { deleteWithUndo, tell } from '../../parts/tell.tsx'
import { type Use, usesOf } from './uses.ts'

type Named = { id: string; name?: string }

/**
 * Gone from the list at once, and for good when it is not undone. What still names it is told instead. `section` is that
 * of the agent's document.
 */
export function useHidden<Item extends Named>(section: string, act: (item: Item) => Promise<unknown>) {
  const agent = useAgent()
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const latest = useRef(act)
  latest.current = act
  const remove = useMemo(
    () => async (item: Item) => {
      const { id, name = id } = item
      try {
        const uses = await usesOf(agent.api, section, id)
        if (uses.length > 0) return void confirm(inUse(name, uses))
        deleteWithUndo({
          name,
          hide: () => setHidden((before) => new Set([...before, id])),
          bringBack: () => setHidden((before) => new Set([...before].filter((one) => one !== id))),
          remove: () => latest.current(item),
        })
      } catch (error) {
        tell.failed(error)
      }
    },
    [agent.api, section],
  )
  return { hidden, remove }
}

const { uses: said } = words

const inUse = (name: string, uses: readonly Use[]) => ({
  title: said.title(name),
  text: <Uses uses={uses} />,
  ok: said.close,
  cancel: null,
})

function Uses({ uses }: { uses: readonly Use[] }) {
  const lines = new Set(uses.map(({ path, name }) => said.by(kindOf(path), name)))
  return (
    <Stack gap="xs">
      <Text>{said.text}</Text>
      <List>
        {[...lines].map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
      </List>
    </Stack>
  )
}

const kindOf = (path: string): string | undefined =>
  Object.entries(said.kinds).find(([section]) => path.startsWith(`${section}[`))?.[1]
